import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '#adapters/data-folder/make-folder.ts';
import { crashFolder } from '#adapters/log/support-files.ts';

/**
 * The folder that a person named for Hookdesk's data: `--data DIR`, or `HOOKDESK_DATA`. Absolute;
 * `null` where none is named.
 */
export function namedDataFolder(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  // Not strict: Chromium's own switches are among the arguments.
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const named = typeof values.data === 'string' ? values.data : environment.HOOKDESK_DATA;
  return named === undefined || named === '' ? null : resolve(named);
}

/** What is needed of Electron's `app`. */
export interface Paths {
  setPath(name: 'userData' | 'sessionData' | 'crashDumps', path: string): void;
}

/**
 * Makes the data folder, for its owner alone, and tells Electron of it before anything asks for it:
 * Electron's instance lock goes by it too. What Chromium keeps (caches, cookies, network state) goes
 * into a folder of its own inside, which has to be named before Electron is ready. So do crash reports.
 *
 * @throws ProblemError `storage-failed` where the folder cannot be made
 */
export function settleDataFolder(app: Paths, folder: string): void {
  const chromium = join(folder, 'chromium');
  const crashes = crashFolder(folder);
  makeFolder(chromium);
  makeFolder(crashes);
  app.setPath('userData', folder);
  app.setPath('sessionData', chromium);
  app.setPath('crashDumps', crashes);
}
