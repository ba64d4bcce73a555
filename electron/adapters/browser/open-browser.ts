import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../system-code.ts';
import { opensHiddenFiles } from './default-browser.ts';

interface OpenBrowserOptions {
  readonly dataFolder: string;
  /** The fragment contains the one-time key. */
  readonly address: string;
  /** Resolves when the key is traded. */
  readonly traded: Promise<unknown>;
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

/** Removed after the trade, after the limit and at the end of the process; `null` when not writable. */
function pageOrNull({
  dataFolder,
  address,
  traded,
  limit = 120_000,
}: OpenBrowserOptions): BrowserPage | null {
  try {
    const page = writeBrowserPage(dataFolder, address);
    void traded.then(page.remove);
    process.once('exit', page.remove);
    setTimeout(page.remove, limit).unref();
    return page;
  } catch (error) {
    if (!isSystemError(error)) throw error;
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
