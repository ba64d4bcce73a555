import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Variant } from '../webhooks/bodies.ts';
import { transaction } from './transaction.ts';

/**
 * Opens the data file, or makes it; without one, a database in memory. An existing file is looked
 * at read-only first, so that one that is refused stays as it was, byte for byte. A file belongs to
 * one process at a time: a second one is refused until the first ends.
 * @throws DataFileRefused if the file is damaged, newer, of the other variant, in use, or no data
 * file of this service.
 */
export function openDatabase(file: string | null, variant: Variant): DatabaseSync {
  if (file === null) return prepareDatabase(new DatabaseSync(':memory:'), variant);
  try {
    if (!isEmptyOrMissing(file)) inspect(file, variant);
    const database = new DatabaseSync(file);
    try {
      // EXCLUSIVE before anything else: the lock is then held until the process ends, however it ends.
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
      );
      if (!isDurable(database)) {
        throw new DataFileRefused(
          `${file} is where data cannot be kept safely: the system has no write-ahead log there. ` +
            'Name a file on a disk of this machine.',
        );
      }
      return prepareDatabase(database, variant);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw explain(error, file);
  }
}

/** Whether the settings above are in force: SQLite leaves one out that it cannot have, and says nothing. */
const isDurable = (database: DatabaseSync): boolean =>
  pragma(database, 'journal_mode') === 'wal' && pragma(database, 'synchronous') === 2;

function isEmptyOrMissing(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new DataFileRefused(`${file} is not a file.`);
  return found === undefined || found.size === 0;
}

/**
 * Opened like this, SQLite makes no files beside it. It passes over the write-ahead log too, so this
 * is for a file without one; with one it is read in the usual way, which leaves file and log alone
 * and only makes the log's index (`-shm`).
 */
function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function prepareDatabase(database: DatabaseSync, variant: Variant): DatabaseSync {
  transaction(database, () => {
    if (pragma(database, 'user_version') !== 0) return;
    database.exec(createTables);
    database.prepare('INSERT INTO service VALUES (?)').run(variant);
  });
  return database;
}

function inspect(file: string, variant: Variant): void {
  const database = new DatabaseSync(isEmptyOrMissing(`${file}-wal`) ? immutable(file) : file, {
    readOnly: true,
  });
  try {
    const version = pragma(database, 'user_version');
    if (pragma(database, 'application_id') !== applicationId) throw damagedFile(file);
    if (typeof version !== 'number' || version < 1) throw damagedFile(file);
    if (version > schemaVersion) {
      throw new DataFileRefused(
        `${file} was written by a newer version of this service (its format is ${version}, this ` +
          `version knows up to ${schemaVersion}). It was left as it was: use the newer version, or ` +
          'name another file.',
      );
    }
    if (pragma(database, 'integrity_check') !== 'ok') throw damagedFile(file);
    const held = database.prepare('SELECT variant FROM service').get()?.variant;
    if (held !== variant) {
      throw new DataFileRefused(
        `${file} holds the webhooks of a service of variant ${String(held)}. Start it with ` +
          `--variant ${String(held)}, or name another file.`,
      );
    }
  } finally {
    database.close();
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/** Marks a database file as one of this service ("HkSv"). */
const applicationId = 0x486b5376;

/** Version of the tables below, kept in `user_version`. */
const schemaVersion = 1;

/**
 * A webhook is kept as the document that a read returns, so that a list of thousands is put together
 * by SQLite without taking every webhook apart. AUTOINCREMENT and the counter make sure that an id
 * is never given twice, also after the webhook or header that had it is gone.
 */
const createTables = `
  CREATE TABLE service (variant TEXT NOT NULL) STRICT;
  CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL CHECK (json_valid(definition))
  ) STRICT;
  CREATE TABLE last_header_id (id INTEGER NOT NULL) STRICT;
  INSERT INTO last_header_id VALUES (0);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** The data file cannot be used; it was left as it was. The message is for the person who named it. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
}

const lockedCodes = new Set([5, 6]);
const damagedCodes = new Set([11, 26]);

/** Says what an error of SQLite means for the file; an error from elsewhere is returned as it is. */
function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') {
    return error;
  }
  // The low byte is the result code, the rest details it: https://sqlite.org/rescode.html
  const code = error.errcode & 0xff;
  if (lockedCodes.has(code)) {
    return new DataFileRefused(`${file} is in use by another process. Stop that one first.`, {
      cause: error,
    });
  }
  if (damagedCodes.has(code)) return damagedFile(file, error);
  return new DataFileRefused(
    `${file} cannot be used: ${error.message}. Check that the folder exists and may be written to.`,
    { cause: error },
  );
}

function damagedFile(file: string, cause?: unknown): DataFileRefused {
  return new DataFileRefused(
    `${file} is damaged, or not a data file of this service. It was left as it was: ` +
      'restore a copy of it, or name another file.',
    { cause },
  );
}
