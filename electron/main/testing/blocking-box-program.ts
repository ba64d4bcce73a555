import { writeSync } from 'node:fs';
import { endOnSignals } from '#adapters/shutdown/graceful-shutdown.ts';
import { giveUpOnce } from '../give-up.ts';

/**
 * Gives up with an error box that blocks the thread, as Electron's does, and that nobody closes.
 */
const exit = (code: number): void => process.exit(code);
endOnSignals(process, () => undefined, exit);
const showErrorBox = (): void => {
  writeSync(1, 'shown\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
giveUpOnce({
  app: { whenReady: () => Promise.resolve(), exit },
  signals: process,
  dialog: { showErrorBox },
})('Title', 'Text');
