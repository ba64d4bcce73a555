import type { CommandEndpoint } from '#adapters/local-socket/command-endpoint.ts';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import type { Composition } from '#compose/compose.ts';
import type { ComposeDesktop, DesktopNeeds } from './composition.ts';

interface LockedComposition extends Composition {
  /** Says to later hosts and commands who has the folder. @param endpoint `null`: serves no commands */
  readonly announce: (endpoint: CommandEndpoint | null) => void;
}

/** Electron's lock ignores the web host and, on Windows, other copies. Throws AlreadyRunning. */
export const withInstanceLock =
  (compose: ComposeDesktop) =>
  async (needs: DesktopNeeds): Promise<LockedComposition> => {
    const lock = await lockInstance(needs.dataFolder);
    try {
      const composition = await compose({ ...needs, lock });
      const close = async (): Promise<void> => {
        try {
          await composition.close();
        } finally {
          lock.release();
        }
      };
      const announce = (endpoint: CommandEndpoint | null): void => {
        lock.announce({ host: 'desktop', ...(endpoint !== null && { endpoint }) });
      };
      return { ...composition, close, announce };
    } catch (error) {
      lock.release();
      throw error;
    }
  };
