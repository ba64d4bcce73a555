import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

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
  getPath(name: 'userData'): string;
  setPath(name: 'userData' | 'sessionData', path: string): void;
}

/**
 * Decides where data is kept, before anything asks for it: the instance lock goes by it too. What
 * Chromium keeps goes into a folder of its own inside. Returns the data folder, which is there.
 */
export function settleDataFolder(app: Paths, named: string | null): string {
  const folder = named ?? app.getPath('userData');
  const chromium = join(folder, 'chromium');
  mkdirSync(chromium, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  app.setPath('sessionData', chromium);
  return folder;
}
