import { renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { makeMissing } from '../data-folder/make-folder.ts';
import { copyTo, removeDatabase } from './database.ts';
import { type FileIdentity, identityOf, type StorePaths, suffixes } from './store-paths.ts';
import { inspect } from './inspect.ts';
import { newestVersion } from './migrations.ts';
import { copiesOf, findCopy, restore, setAside, takeRestored } from './restore.ts';
import { isBusy, isDamage } from './sqlite-problem.ts';

export interface Rewritten {
  readonly notice: string;
  /** Whether the new file has each row of the open database. */
  readonly isWhole: boolean;
}

/** The system keeps a deleted file until it is closed. On an error, the database stays open. */
export function rewrite(places: StorePaths, database: DatabaseSync, own: FileIdentity): Rewritten {
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
    const notice = `Another program replaced ${basename(file)} while Hookdesk was running, and Hookdesk restored its drafts and History. To use the other file, close Hookdesk and rename ${basename(aside)} to ${basename(file)}.`;
    return { notice, isWhole: true };
  }
  const deleted = suffixes.filter((suffix) => now[suffix] !== own[suffix]);
  const names = deleted.map((suffix) => basename(file) + suffix).join(', ');
  const notice = `Another program deleted ${names} while Hookdesk was running, and Hookdesk wrote all drafts and History again. Do not change the data folder while Hookdesk is running.`;
  return { notice, isWhole: true };
}

/** For a file whose content was changed in place. SQLite still has pages of it in memory. */
export function rewriteChanged(
  places: StorePaths,
  database: DatabaseSync,
  migrations: readonly string[],
): Rewritten {
  const changed = `Another program changed the content of ${basename(places.file)} or its log while Hookdesk was running`;
  const advice = 'Do not change the data folder while Hookdesk is running.';
  const newest = newestVersion(migrations);
  if (!copyWhole(places, database, newest)) {
    const copy = findCopy(copiesOf(places), newest);
    const from = copy?.other === null ? copy.path : null;
    const notice = restore(places, migrations, from, database);
    return { notice: `${changed}. ${notice} ${advice}`, isWhole: false };
  }
  database.close();
  const aside = setAside(places, 'damaged');
  takeRestored(places);
  const notice = `${changed}, and Hookdesk wrote all drafts and History again. The changed file was renamed to ${basename(aside)}. ${advice}`;
  return { notice, isWhole: true };
}

function copyWhole({ restored, beside }: StorePaths, database: DatabaseSync, newest: number) {
  removeDatabase(restored);
  try {
    copyTo(database, restored, beside);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
  // SQLite reads zeros behind the end of a truncated file.
  if (inspect(restored, newest, 'thorough').kind === 'sound') return true;
  removeDatabase(restored);
  return false;
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
