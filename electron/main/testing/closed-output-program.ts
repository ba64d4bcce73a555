import { startApplication } from '../application.ts';
import { composeDesktop } from '../composition.ts';
import { app, BrowserWindow, dialog } from '../electron.fake.ts';

/**
 * The desktop as a program of its own, with Electron doubled. It says something at its start. On each
 * message from its parent it fails in a way that is logged, and answers with what a person saw of it.
 */
app.exit = (code) => process.exit(code);
startApplication(async (needs) => ({
  ...(await composeDesktop(needs)),
  notices: ['There is something to say at the start.'],
}));
process.on('message', () => {
  void Promise.reject(new Error('Nobody awaits this.'));
  setImmediate(() => {
    process.send?.({ boxes: dialog.boxes, windows: BrowserWindow.open.length });
  });
});
app.once('web-contents-created', () => {
  process.send?.('open');
});
