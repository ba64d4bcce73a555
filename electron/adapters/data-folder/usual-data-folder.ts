import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderProblem, FolderProblem } from './folder-problem.ts';

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

/** Node's recursive `mkdir` never returns below `/proc`. @throws ProblemError('storage-failed') */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw folderProblem(error, path);
  }
}

export function makeMissing(path: string): void {
  const parent = dirname(path);
  // Parents first, to name a file among them: the system's error does not.
  if (parent !== path) makeMissing(parent);
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
    throw new FolderProblem('dangling-link', path);
  }
  if (!found.isDirectory()) throw new FolderProblem('file', path);
  return true;
}
