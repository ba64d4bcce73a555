import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../data-folder/make-folder.ts';
import { systemCode } from '../system-code.ts';

/**
 * The name under which a data folder keeps its secrets: drawn once and kept in the folder, so that
 * two folders share none, and a folder that is moved keeps its own.
 */
export function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  const known = readId(path);
  if (known !== '') return known;
  makeFolder(directory);
  const id = randomUUID();
  // A full disk must not leave an empty file, which would stand for no folder at all.
  const beside = `${path}.new`;
  writeFileSync(beside, id, { mode: 0o600, flush: true });
  renameSync(beside, path);
  return id;
}

/** Empty where there is none. */
function readId(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
