import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { folderProblem, FolderProblem } from './folder-problem.ts';

/** Node's recursive `mkdir` never returns below `/proc`. @throws ProblemError('storage-failed') */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw folderProblem(error, path);
  }
}

export function makeMissing(path: string): void {
  const parent = dirname(path);
  // Parents first, to name a file among them: the system's error does not.
  if (parent !== path) makeMissing(parent);
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
    throw new FolderProblem('dangling-link', path);
  }
  if (!found.isDirectory()) throw new FolderProblem('file', path);
  return true;
}
