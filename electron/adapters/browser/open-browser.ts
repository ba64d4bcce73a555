import { spawn } from 'node:child_process';
import { isSystemError } from '../system-code.ts';
import { browserCommand } from './browser-command.ts';
import { type BrowserPage, writeBrowserPage } from './browser-page.ts';
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
