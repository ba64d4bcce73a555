import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../data-folder/durable-file.ts';
import { readOwnFile } from '../data-folder/own-file.ts';
import { makeFolder } from '../data-folder/make-folder.ts';
import { systemCode } from '../system-code.ts';

/** Random and stored in the folder: folders share no secrets, and a moved folder keeps its own. */
export function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  const known = readId(path);
  if (known !== '') return known;
  makeFolder(directory);
  const id = randomUUID();
  replaceFile(path, id);
  return id;
}

function readId(path: string): string {
  try {
    return readOwnFile(path).toString().trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
