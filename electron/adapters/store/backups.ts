import { chmodSync, existsSync, renameSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { flush, removeDatabase } from './database.ts';
import { inspect } from './inspect.ts';
import type { StorePlaces } from './places.ts';

/**
 * Keeps a copy of the file, which is sound, and the copy before that. It is made beside the file while
 * that is in use, off the main thread, and looked at before it has its name.
 */
export async function keepBackup(
  database: DatabaseSync,
  places: StorePlaces,
  newest: number,
): Promise<void> {
  const [last, before] = places.backups;
  const making = `${last}.new`;
  removeDatabase(making);
  await backup(database, making);
  chmodSync(making, 0o600);
  makeSingleFile(making);
  if (inspect(making, newest).kind !== 'sound') {
    removeDatabase(making);
    return;
  }
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
