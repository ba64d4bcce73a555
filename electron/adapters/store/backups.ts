import { chmodSync, existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { flush } from '../data-folder/durable-file.ts';
import { openForReading, removeDatabase } from './database.ts';
import { inspect } from './inspect.ts';
import { companions, type StorePaths } from './store-paths.ts';

/** 8 MB. The abort signal is checked after each step. */
const pagesAtOnce = 2_000;

/** Milliseconds. File modification times are inexact. */
const inexact = 50;

/** Returns `null` also for a copy dated in the future: a wrong clock would block all later copies. */
export function lastBackup({ backups: [last] }: StorePaths): Date | null {
  const made = statSync(last, { throwIfNoEntry: false })?.mtime ?? null;
  return made === null || made.getTime() > Date.now() + inexact ? null : made;
}

export function isWrittenSince({ file }: StorePaths, then: Date): boolean {
  return ['', ...companions.slice(0, 1)].some((each) => {
    const found = statSync(file + each, { throwIfNoEntry: false });
    return found !== undefined && found.size > 0 && found.mtimeMs + inexact > then.getTime();
  });
}

/** Copies the file while it is in use, off the main thread; renames the copy when it is complete. */
export async function keepBackup(
  places: StorePaths,
  newest: number,
  signal: AbortSignal,
): Promise<void> {
  const [last, before] = places.backups;
  const making = `${last}.new`;
  removeDatabase(making);
  const database = openForReading(places.file);
  const takenAt = new Date();
  try {
    // The read transaction fixes the copy's content: writes during the copy neither enter nor restart it.
    database.exec('BEGIN');
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await backup(database, making, {
      rate: pagesAtOnce,
      progress: () => {
        signal.throwIfAborted();
      },
    });
  } catch (error) {
    // A partial copy would use up the last room of a full disk.
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

/** A copy without a log is readable in a read-only folder. */
function makeSingleFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}
