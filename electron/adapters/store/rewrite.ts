import { renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { makeMissing } from '../data-folder/make-folder.ts';
import { copyTo, removeDatabase } from './database.ts';
import { type FileIdentity, identityOf, suffixes } from './file-identity.ts';
import type { StorePaths } from './store-paths.ts';
import { takeRestored } from './restore.ts';
import { isBusy } from './sqlite-problem.ts';

/** The system keeps a deleted file until it is closed. On an error, the database stays open. */
export function rewrite(places: StorePaths, database: DatabaseSync, own: FileIdentity): string {
  const { file, restored, beside } = places;
  const now = identityOf(file);
  const others = suffixes.filter((suffix) => now[suffix] !== null && now[suffix] !== own[suffix]);
  const isReplaced = others.includes('');
  if (isReplaced && now['-wal'] !== own['-wal'] && isInUse(file)) throw usedByOther(file);
  makeMissing(dirname(file));
  removeDatabase(restored);
  // After a crash from here on, the next start uses the restored file.
  copyTo(database, restored, beside);
  const aside = places.aside('set-aside');
  for (const suffix of others) renameSync(file + suffix, aside + suffix);
  database.close();
  takeRestored(places);
  if (isReplaced) {
    return `Another program replaced ${basename(file)} while Hookdesk was running, and Hookdesk restored its drafts and History. To use the other file, close Hookdesk and rename ${basename(aside)} to ${basename(file)}.`;
  }
  const deleted = suffixes.filter((suffix) => now[suffix] !== own[suffix]);
  const names = deleted.map((suffix) => basename(file) + suffix).join(', ');
  return `Another program deleted ${names} while Hookdesk was running, and Hookdesk wrote all drafts and History again. Do not change the data folder while Hookdesk is running.`;
}

/** An exclusive lock fails while another program, such as another Hookdesk, has the file open. */
function isInUse(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } finally {
      database.close();
    }
    return false;
  } catch (error) {
    // A file that is no database can be set aside.
    return isBusy(error);
  }
}

const usedByOther = (file: string): ProblemError =>
  plainError(
    'storage-failed',
    `Another program replaced ${basename(file)} while Hookdesk was running, and has the new file open.`,
    'End the other program, which may be a second Hookdesk. Keep this one running: edits are kept in memory, and it tries again by itself.',
    { File: file },
  );
