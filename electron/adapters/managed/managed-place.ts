import { win32 } from 'node:path';

export interface ManagedPlace {
  /** The first that exists decides. */
  readonly files: readonly string[];
  /** The user who may set something for all users. Windows has no such ids. */
  readonly owner: number;
}

export const root = 0;

/** Hosts take it as a parameter, so that tests need no variable that a user could set. */
export function managedPlace(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ManagedPlace {
  if (platform === 'win32') {
    // Only administrators write here, unlike in ProgramData, and an uninstaller leaves it alone.
    // The usual folder goes first, because a user can set the variable for a process.
    const usual = 'C:\\Program Files\\Common Files';
    const folders = [usual, environment.CommonProgramFiles ?? ''].filter((each) => each !== '');
    const files = [...new Set(folders)].map((each) =>
      win32.join(each, 'Hookdesk', 'settings.json'),
    );
    return { files, owner: root };
  }
  const folder = platform === 'darwin' ? '/Library/Application Support/Hookdesk' : '/etc/hookdesk';
  return { files: [`${folder}/settings.json`], owner: root };
}
