import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeOwnFile } from './own-file.ts';

/** Atomic: after an interruption the file is the old or the new one. */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`;
  writeOwnFile(beside, text);
  renameSync(beside, path);
  flushFolder(dirname(path));
}

/** Flushes the folder too, so that a rename is on disk. */
export function flush(path: string): void {
  flushOne(path, 'r+');
  flushFolder(dirname(path));
}

/** Windows has no such call, and needs none. */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flushOne(path, 'r');
}

function flushOne(path: string, how: 'r' | 'r+'): void {
  const file = openSync(path, how);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export const datedPath = (path: string, why: 'damaged' | 'set-aside'): string =>
  path.replace(/\.\w+$/, `.${why}-${new Date().toISOString().replace(/[:.]/g, '-')}$&`);
