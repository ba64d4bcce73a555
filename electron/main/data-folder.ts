import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { refuseOtherUsers } from '#adapters/data-folder/other-users.ts';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';
import type { CommandEndpoint } from '#adapters/local-socket/command-endpoint.ts';
import { crashFolder } from '#adapters/machine/machine.ts';
import type { Composition } from '#compose/compose.ts';
import type { ComposeDesktop, DesktopNeeds } from './composition.ts';

/** Reads `--data DIR` or `HOOKDESK_DATA`; returns an absolute path, `null` if neither is given. */
export function namedDataFolder(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  // Not strict, because the arguments contain Chromium's switches.
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const named = typeof values.data === 'string' ? values.data : environment.HOOKDESK_DATA;
  return named === undefined || named === '' ? null : resolve(named);
}

export interface Paths {
  setPath(name: 'userData' | 'sessionData' | 'crashDumps', path: string): void;
}

/** Call before Electron is ready: its instance lock uses `userData`. Throws 'storage-failed'. */
export function settleDataFolder(app: Paths, folder: string): void {
  const chromium = join(folder, 'chromium');
  const crashes = crashFolder(folder);
  makeFolder(folder);
  // Before Chromium and the log write into it.
  refuseOtherUsers(folder);
  makeFolder(chromium);
  makeFolder(crashes);
  app.setPath('userData', folder);
  app.setPath('sessionData', chromium);
  app.setPath('crashDumps', crashes);
}

interface LockedComposition extends Composition {
  /** Says to later hosts and commands who has the folder. @param endpoint `null`: serves no commands */
  readonly announce: (endpoint: CommandEndpoint | null) => void;
}

/**
 * Locks the data folder, then composes on it. Electron's lock, of the second start, ignores the web host and, on
 * Windows, other copies. Throws AlreadyRunning.
 */
export const withDataFolderLock =
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
