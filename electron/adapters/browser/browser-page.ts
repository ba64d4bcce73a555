import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page with the one-time key: arguments are public, this file is not. */
export interface BrowserPage {
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
