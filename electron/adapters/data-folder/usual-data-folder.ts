import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Sources: XDG Base Directory Specification, Apple File System Programming Guide, Windows Known Folders. */
export function usualDataFolder({
  platform = process.platform,
  home = homedir(),
  environment = process.env,
}: Partial<Machine> = {}): string {
  switch (platform) {
    case 'win32':
      return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Hookdesk');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Hookdesk');
    default: {
      const shared = environment.XDG_DATA_HOME;
      // The XDG specification ignores relative paths.
      const base = shared?.startsWith('/') === true ? shared : join(home, '.local', 'share');
      return join(base, 'hookdesk');
    }
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The data folder beside a portable program for Windows; `null` for another copy. */
export function portableFolder(environment: Environment = process.env): string | null {
  // electron-builder's launcher sets it to the folder of the program that a person started.
  const folder = environment.PORTABLE_EXECUTABLE_DIR ?? '';
  return folder === '' ? null : join(folder, 'Hookdesk data');
}
