import { startApplication } from '../application.ts';
import { composeDesktop } from '../composition.ts';
import { app, BrowserWindow, dialog } from '../electron.fake.ts';

/**
 * The desktop as a separate program with a fake Electron and a notice at its start. On each message
 * from its parent it causes a logged error, and answers with the visible boxes and windows.
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
