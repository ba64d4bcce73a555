import { chmodSync, lstatSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Variant, variantNames } from '../../webhooks/body-types.ts';
import { StorageRefused } from '../storage.ts';
import { transaction } from './transaction.ts';

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
    if (!isEmptyOrMissing(file)) refuseUnusable(file, variant);
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

/** The variant of the service that wrote the file; `null` for none. @throws DataFileRefused */
export function variantInFile(file: string): Variant | null {
  try {
    refuseUnusual(file);
    if (isEmptyOrMissing(file)) return null;
    const database = openReadOnly(file);
    try {
      const fileVariant = database.prepare('SELECT variant FROM service').get()?.variant;
      return variantNames.find((name) => name === fileVariant) ?? null;
    } finally {
      database.close();
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
    const status = lstatSync(file + suffix, { throwIfNoEntry: false });
    if (status !== undefined && status.uid === process.getuid?.()) chmodSync(file + suffix, 0o600);
  }
}

/** SQLite would follow a link that another user put there, and wait for the writer of a pipe. */
function refuseUnusual(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isFile()) return;
  throw new DataFileRefused(`${path} is not a file. Remove it, or name another data file.`);
}

function isEmptyOrMissing(file: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined || status.size === 0;
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

const openReadOnly = (file: string): DatabaseSync =>
  new DatabaseSync(isEmptyOrMissing(`${file}-wal`) ? immutable(file) : file, { readOnly: true });

function prepareDatabase(database: DatabaseSync, variant: Variant): DatabaseSync {
  transaction(database, () => {
    const version = Number(pragma(database, 'user_version'));
    for (const migration of migrations.slice(version)) database.exec(migration);
    if (version === 0) database.prepare('INSERT INTO service VALUES (?)').run(variant);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
  return database;
}

function refuseUnusable(file: string, variant: Variant): void {
  const database = openReadOnly(file);
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
    const fileVariant = database.prepare('SELECT variant FROM service').get()?.variant;
    if (fileVariant !== variant) {
      throw new DataFileRefused(
        `${file} holds the webhooks of a service of variant ${String(fileVariant)}. Start it with ` +
          `--variant ${String(fileVariant)}, or name another file.`,
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

/**
 * Migration N creates version N + 1 of the tables from version N. Never change one; append one.
 *
 * A webhook is stored as the JSON that a read returns, without its id. SQLite can therefore build a
 * list of thousands without parsing each webhook. AUTOINCREMENT and the counters ensure that the id
 * of a deleted webhook, header, delivery or event is never reused.
 */
const migrations = [
  `
  CREATE TABLE service (variant TEXT NOT NULL) STRICT;
  CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL CHECK (json_valid(definition))
  ) STRICT;
  CREATE TABLE last_header_id (id INTEGER NOT NULL) STRICT;
  INSERT INTO last_header_id VALUES (0);
  PRAGMA application_id = ${applicationId};
`,
  // due_at is null during an attempt, and like pending after the last one.
  `
  CREATE TABLE delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL,
    target_host TEXT NOT NULL,
    due_at REAL,
    pending TEXT CHECK (pending IS NULL OR json_valid(pending)),
    record TEXT NOT NULL CHECK (json_valid(record)),
    is_listed INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX delivery_due ON delivery (due_at, id) WHERE due_at IS NOT NULL;
  CREATE INDEX delivery_unfinished ON delivery (id) WHERE pending IS NOT NULL;
  CREATE INDEX delivery_state ON delivery (state, id);
  CREATE TABLE last_event_id (id INTEGER NOT NULL) STRICT;
  INSERT INTO last_event_id VALUES (0);
`,
];

/** Version of the tables, stored in `user_version`. */
const schemaVersion = migrations.length;

/** The data file cannot be used and is unchanged. The message is for the person who named it. */
export class DataFileRefused extends StorageRefused {
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
