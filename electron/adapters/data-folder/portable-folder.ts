import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The data folder beside a portable program for Windows; `null` for another copy. */
export function portableFolder(environment: Environment = process.env): string | null {
  // electron-builder's launcher sets it to the folder of the program that a person started.
  const folder = environment.PORTABLE_EXECUTABLE_DIR ?? '';
  return folder === '' ? null : join(folder, 'Hookdesk data');
}
