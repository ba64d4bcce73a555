import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../data-folder/make-folder.ts';
import { systemCode } from '../system-code.ts';

/** Random and stored in the folder: folders share no secrets, and a moved folder keeps its own. */
export function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  const known = readId(path);
  if (known !== '') return known;
  makeFolder(directory);
  const id = randomUUID();
  // Written beside and renamed: a full disk must not leave an empty id.
  const beside = `${path}.new`;
  writeFileSync(beside, id, { mode: 0o600, flush: true });
  renameSync(beside, path);
  return id;
}

function readId(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
