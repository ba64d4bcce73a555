import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import type { ComposeDesktop } from './composition.ts';

/** Electron's lock ignores the web host and, on Windows, other copies. Throws AlreadyRunning. */
export const withInstanceLock =
  (compose: ComposeDesktop): ComposeDesktop =>
  async (needs) => {
    const lock = await lockInstance(needs.dataFolder);
    try {
      lock.announce({ host: 'desktop' });
      const composition = await compose({ ...needs, lock });
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
