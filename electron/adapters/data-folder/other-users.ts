import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemError } from '#domain/problem.ts';
import { isUnusual } from './own-file.ts';
import { folderOfOthers, unusualFile } from './folder-problem.ts';

/** Chromium's own links in the same folder have other names. */
const ownNames =
  /^(settings|templates|vault|window|hookdesk|practice-|instance\.|keychain-id|write-test)/;

/**
 * Refuses a folder of another user, a folder that others can write to, and links, pipes and devices
 * with the name of a file of Hookdesk. @throws ProblemError('storage-failed')
 */
export function refuseOtherUsers(folder: string): void {
  const problem = otherUsersOf(folder);
  if (problem !== null && process.getuid?.() !== 0) throw problem;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (isUnusual(entry) && ownNames.test(entry.name)) throw unusualFile(join(folder, entry.name));
  }
}

/** For root, who is only warned: in a container, a folder often belongs to another user. */
export function otherUsersNotice(folder: string): string | null {
  const problem = otherUsersOf(folder)?.problem;
  return problem === undefined ? null : `${problem.message} ${problem.advice}`;
}

/** Follows a link to the folder. `null` on Windows, where the folder has no such modes. */
function otherUsersOf(folder: string): ProblemError | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  const { uid, mode } = statSync(folder);
  if (uid !== user) return folderOfOthers('owner', folder);
  return (mode & 0o022) === 0 ? null : folderOfOthers('writers', folder);
}
