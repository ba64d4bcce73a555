import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The name under which a data folder keeps its secrets: drawn once and kept in the folder, so that
 * two folders share none, and a folder that is moved keeps its own.
 */
export function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomUUID(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
