import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../system-code.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds until an unanswered question counts as not answered. */
const timeout = 5_000;

/**
 * Whether the default browser of this Linux desktop opens files of hidden folders: browsers from
 * Snap and Flatpak cannot, and another program may be the default for pages.
 */
export async function opensHiddenFiles(environment: Environment): Promise<boolean> {
  const [browser, forPages] = await Promise.all([
    answerOf('xdg-settings', ['get', 'default-web-browser'], environment),
    answerOf('xdg-mime', ['query', 'default', 'text/html'], environment),
  ]);
  if (browser === '') return true;
  if (forPages !== '' && forPages !== browser) return false;
  return !isConfined(browser, environment);
}

/** The empty string where the desktop does not tell. */
function answerOf(command: string, args: string[], env: Environment): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...env }, timeout }, (error, out) => {
      resolve(error === null ? out.trim() : '');
    });
  });
}

/** @param desktopFile such as `firefox_firefox.desktop` */
function isConfined(desktopFile: string, environment: Environment): boolean {
  const found = foldersOf(environment).flatMap((folder) => {
    const path = join(folder, 'applications', desktopFile);
    try {
      return [`${realpathSync(path)}\n${readFileSync(path, 'utf8')}`];
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return [];
    }
  })[0];
  return found !== undefined && /\/snapd?\/|\/flatpak\b/.test(found);
}

/** Source: XDG Base Directory Specification; Snap and Flatpak document the others. */
function foldersOf({ HOME, XDG_DATA_HOME, XDG_DATA_DIRS }: Environment): string[] {
  const home = setOr(XDG_DATA_HOME, join(setOr(HOME, homedir()), '.local/share'));
  return [
    home,
    ...setOr(XDG_DATA_DIRS, '/usr/local/share:/usr/share').split(':'),
    join(home, 'flatpak/exports/share'),
    '/var/lib/flatpak/exports/share',
    '/var/lib/snapd/desktop',
  ];
}

/** The specification treats an empty variable as unset. */
const setOr = (value: string | undefined, usual: string): string =>
  value === undefined || value === '' ? usual : value;
