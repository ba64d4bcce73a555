import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import type { ComposeDesktop } from './composition.ts';

/**
 * Composes on a data folder that no other Hookdesk uses, and keeps it for this one until everything is
 * closed. Electron's own lock does not see the web host, nor, on Windows, another copy of the program.
 *
 * Rejects with AlreadyRunning when the folder is in use.
 */
export const claimed =
  (compose: ComposeDesktop): ComposeDesktop =>
  async (needs) => {
    const lock = await lockInstance(needs.dataFolder);
    try {
      lock.announce({ host: 'desktop' });
      const composition = await compose(needs);
      const close = async (): Promise<void> => {
        try {
          await composition.close();
        } finally {
          lock.release();
        }
      };
      return { ...composition, close };
    } catch (error) {
      lock.release();
      throw error;
    }
  };
