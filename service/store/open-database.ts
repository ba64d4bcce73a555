import { chmodSync, lstatSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Variant } from '../webhooks/bodies.ts';

/**
 * Opens or creates the data file; `null` opens a database in memory. Checks an existing file
 * read-only first, so that a refused file stays unchanged, byte for byte. Only one process at a
 * time can open a file.
 * @throws DataFileRefused if the file is damaged, newer, of the other variant, in use, or no data
 * file of this service.
 */
export function openDatabase(file: string | null, variant: Variant): DatabaseSync {
  if (file === null) return prepareDatabase(new DatabaseSync(':memory:'), variant);
  try {
    for (const suffix of suffixes) refuseUnusual(file + suffix);
    if (!isEmptyOrMissing(file)) inspect(file, variant);
    const database = new DatabaseSync(file);
    try {
      keepToOwner(file);
      // EXCLUSIVE comes first, so that the process holds the lock until it exits or crashes.
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

/** Whether the settings above are in effect; SQLite silently ignores an unsupported one. */
const isDurable = (database: DatabaseSync): boolean =>
  pragma(database, 'journal_mode') === 'wal' && pragma(database, 'synchronous') === 2;

/** SQLite's files: it gives new ones the permissions of the first. */
const suffixes = ['', '-wal', '-shm', '-journal'];

function keepToOwner(file: string): void {
  for (const suffix of suffixes) {
    const found = lstatSync(file + suffix, { throwIfNoEntry: false });
    if (found !== undefined && found.uid === process.getuid?.()) chmodSync(file + suffix, 0o600);
  }
}

/** SQLite would follow a link that another user put there, and wait for the writer of a pipe. */
function refuseUnusual(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw new DataFileRefused(`${path} is not a file. Remove it, or name another data file.`);
}

function isEmptyOrMissing(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined || found.size === 0;
}

/**
 * With `immutable=1`, SQLite creates no files beside the database. It also ignores the write-ahead
 * log, so this is only for a file without one. A normal read-only open leaves file and log
 * unchanged and creates only the index of the log (`-shm`).
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

/** Identifies a database file as a data file of this service ("HkSv"). */
const applicationId = 0x486b5376;

/** Version of the tables below, stored in `user_version`. */
const schemaVersion = 1;

/**
 * A webhook is stored as the JSON that a read returns, without its id. SQLite can therefore build a
 * list of thousands without parsing each webhook. AUTOINCREMENT and the counter ensure that the id
 * of a deleted webhook or header is never reused.
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

/** The data file cannot be used and is unchanged. The message is for the person who named it. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
}

const lockedCodes = new Set([5, 6]);
const damagedCodes = new Set([11, 26]);

/** Converts an error of SQLite to `DataFileRefused`; returns any other error unchanged. */
function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') {
    return error;
  }
  // The low byte is the primary result code: https://sqlite.org/rescode.html
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

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } finally {
    // The transaction is open only after an error; a failed COMMIT may have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
