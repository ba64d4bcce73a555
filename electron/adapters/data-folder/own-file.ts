import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { errorCode } from '../error-code.ts';
import { unusualFile } from './folder-problem.ts';

/** Whether this is a link, pipe, socket or device. */
export const isUnusual = (stats: Pick<Stats, 'isFile' | 'isDirectory'>): boolean =>
  !stats.isFile() && !stats.isDirectory();

/** For paths that a library opens. @throws ProblemError('storage-failed') */
export function refuseUnusual(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && isUnusual(stats)) throw unusualFile(path);
}

/** Follows no link and waits for no pipe. Windows has neither flag. @throws the error of the system */
export function readOwnFile(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (isUnusual(fstatSync(file))) throw unusualFile(path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** As `readOwnFile`; `null` for a missing file. */
export function readOwnFileIfThere(path: string): Buffer | null {
  try {
    return readOwnFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces a link instead of following it; only the owner can read the file. On disk on return. */
export function writeOwnFile(path: string, content: string | Uint8Array): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: 'wx', mode: 0o600, flush: true });
}
