import { chmodSync, existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { flush, openForReading, removeDatabase } from './database.ts';
import { inspect } from './inspect.ts';
import { companions, type StorePlaces } from './places.ts';

/** Pages that are copied before it is looked whether to go on: 8 MB. */
const pagesAtOnce = 2_000;

/** How exact the clocks of files are, in milliseconds. */
const inexact = 50;

/**
 * When the last copy shows how the file was; `null` where there is none. One from the future does not
 * count: the clock was wrong when it was made, and it would keep every other copy from being made.
 */
export function lastBackup({ backups: [last] }: StorePlaces): Date | null {
  const made = statSync(last, { throwIfNoEntry: false })?.mtime ?? null;
  return made === null || made.getTime() > Date.now() + inexact ? null : made;
}

/** Whether something was written since then. */
export function isWrittenSince({ file }: StorePlaces, then: Date): boolean {
  return ['', ...companions.slice(0, 1)].some((each) => {
    const found = statSync(file + each, { throwIfNoEntry: false });
    return found !== undefined && found.size > 0 && found.mtimeMs + inexact > then.getTime();
  });
}

/**
 * Keeps a copy of the file as it is now, and the copy before that. It is made beside the file while that
 * is in use, off the main thread, and has its name only when it is complete. A long one is given up with
 * the signal.
 */
export async function keepBackup(
  places: StorePlaces,
  newest: number,
  signal: AbortSignal,
): Promise<void> {
  const [last, before] = places.backups;
  const making = `${last}.new`;
  removeDatabase(making);
  const database = openForReading(places.file);
  const takenAt = new Date();
  try {
    // The copy is of this moment: what is written meanwhile neither gets in nor makes it begin again.
    database.exec('BEGIN');
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await backup(database, making, {
      rate: pagesAtOnce,
      progress: () => {
        signal.throwIfAborted();
      },
    });
  } catch (error) {
    // A partial copy would take the last room of a disk that is full.
    removeDatabase(making);
    throw error;
  } finally {
    database.close();
  }
  chmodSync(making, 0o600);
  makeSingleFile(making);
  if (inspect(making, newest, 'quick').kind !== 'sound') {
    removeDatabase(making);
    return;
  }
  utimesSync(making, takenAt, takenAt);
  flush(making);
  if (existsSync(last)) renameSync(last, before);
  renameSync(making, last);
  flush(last);
}

/** A copy needs no log, and can then be read where nothing may be written. */
function makeSingleFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}
