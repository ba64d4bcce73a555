import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { folderProblem, FolderProblem } from './folder-problem.ts';

/**
 * Makes a folder and its missing parents, for their owner alone. One parent after the other, because
 * Node's recursive call never returns below a file system that lets nobody make folders, such as `/proc`.
 *
 * @throws ProblemError `storage-failed` that names the part of the path that is in the way
 */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw folderProblem(error, path);
  }
}

/** As `makeFolder`, with the error of the system, whose code is the reason. */
export function makeMissing(path: string): void {
  const parent = dirname(path);
  // First, so that a file among the parents is named: the system does not say which one it is.
  if (parent !== path) makeMissing(parent);
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

/** `false` where nothing is there. Throws for what can never become a folder. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
    throw new FolderProblem('dangling-link', path);
  }
  if (!found.isDirectory()) throw new FolderProblem('file', path);
  return true;
}
