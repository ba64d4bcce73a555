import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../data-folder/durable-file.ts';
import { readOwnFile } from '../data-folder/own-file.ts';
import { makeFolder } from '../data-folder/make-folder.ts';
import { isSystemError, systemCode } from '../system-code.ts';

/**
 * Random and stored in the folder: folders share no secrets, and a moved folder keeps its own. The copy has a
 * checksum, because a damaged id would hide all secrets.
 */
export function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  const copyPath = join(directory, 'keychain-id.copy');
  const found = readText(path);
  const copy = checkedId(readText(copyPath));
  const id = copy ?? (found === '' ? randomUUID() : found);
  if (found !== id) {
    makeFolder(directory);
    replaceFile(path, id);
  }
  if (copy === null) keepCopy(copyPath, id);
  return id;
}

/** Without room, the next start makes the copy. */
function keepCopy(path: string, id: string): void {
  try {
    replaceFile(path, withChecksum(id));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

const withChecksum = (id: string): string =>
  `${id} ${createHash('sha256').update(id).digest('hex')}`;

function checkedId(text: string): string | null {
  const [id = ''] = text.split(' ');
  return id !== '' && text === withChecksum(id) ? id : null;
}

function readText(path: string): string {
  try {
    return readOwnFile(path).toString().trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
