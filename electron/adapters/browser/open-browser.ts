import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasErrorCode } from '../error-code.ts';

interface OpenBrowserOptions {
  readonly dataFolder: string;
  /** The fragment contains the one-time key. */
  readonly address: string;
  /** Resolves when the key is exchanged for a secret. */
  readonly keyExchanged: Promise<unknown>;
  readonly print: (line: string) => void;
  /** Milliseconds until the page with the key is removed in any case. */
  readonly limit?: number;
}

/**
 * Opens the system's browser, if it exists; the browser outlives this process. No argument contains
 * the key: the browser opens a page that contains it, or an address without it, which asks for it.
 */
export async function openBrowser(options: OpenBrowserOptions): Promise<void> {
  const { address, print } = options;
  const machine = { platform: process.platform, environment: process.env };
  if (browserCommand(machine, address) === null) return;
  const opensPage = process.platform !== 'linux' || (await opensHiddenFiles(process.env));
  const page = opensPage ? pageOrNull(options) : null;
  const browser = browserCommand(machine, page?.path ?? withoutKey(address));
  if (browser === null) return;
  const child = spawn(browser.command, browser.args, { detached: true, stdio: 'ignore' });
  child.once('error', () => {
    page?.remove();
    print('No browser could be opened: open the address above yourself.');
  });
  child.unref();
}

/** Removed after the exchange of the key, after the limit and at the end of the process; `null` when not writable. */
function pageOrNull({
  dataFolder,
  address,
  keyExchanged,
  limit = 120_000,
}: OpenBrowserOptions): BrowserPage | null {
  try {
    const page = writeBrowserPage(dataFolder, address);
    void keyExchanged.then(page.remove);
    process.once('exit', page.remove);
    setTimeout(page.remove, limit).unref();
    return page;
  } catch (error) {
    if (!hasErrorCode(error)) throw error;
    return null;
  }
}

function withoutKey(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The command that opens a file or an address in the browser; `null` in CI and without a display. */
export function browserCommand(
  { platform, environment }: Machine,
  target: string,
): { command: string; args: string[] } | null {
  const ci = environment.CI;
  if (ci !== undefined && ci !== '' && ci !== 'false') return null;
  if (platform === 'darwin') return { command: 'open', args: [target] };
  if (platform === 'win32') {
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', target] };
  }
  return hasDisplay(environment) ? { command: 'xdg-open', args: [target] } : null;
}

export function hasDisplay(environment: Machine['environment']): boolean {
  return [environment.DISPLAY, environment.WAYLAND_DISPLAY].some((name) => Boolean(name));
}

/** A page with the one-time key: arguments are public, this file is not. */
interface BrowserPage {
  readonly path: string;
  /** May be called more than once. */
  readonly remove: () => void;
}

/** Replaces the page of a killed host. @throws the error of the system */
export function writeBrowserPage(dataFolder: string, address: string): BrowserPage {
  const folder = join(dataFolder, 'browser');
  // Also removes a planted link or a folder that others can read.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  // The umask can only remove permissions, but a set-group-ID parent adds its own bit.
  chmodSync(folder, 0o700);
  const path = join(folder, 'open.html');
  writeFileSync(path, redirectTo(address), { flag: 'wx', mode: 0o600 });
  return {
    path,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Without a script, and without an entry in the browser's history. */
const redirectTo = (address: string): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="referrer" content="no-referrer" />
  <meta http-equiv="refresh" content="0; url=${address}" />
  <title>Hookdesk</title>
  <p><a href="${address}">Open Hookdesk</a></p>
</html>
`;

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
      if (!hasErrorCode(error)) throw error;
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
