import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of a folder and its subfolders, with their bytes as Latin-1 text. Omits a file that is
 * deleted during the call, such as the journal of a backup.
 */
export function filesIn(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = textOf(path);
      return text === null ? [] : [{ path, text }];
    });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The texts of all files of a folder, joined. */
export const textIn = (folder: string): string =>
  filesIn(folder)
    .map(({ text }) => text)
    .join('\n');

/** The paths of the files in a folder that contain a text. */
export const filesHolding = (folder: string, text: string): string[] =>
  filesIn(folder)
    .filter((file) => file.text.includes(text))
    .map(({ path }) => path);
