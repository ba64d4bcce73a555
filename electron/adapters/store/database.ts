import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { flush } from '../data-folder/durable-file.ts';
import { newestVersion, oldestVersion } from './migrations.ts';
import { companions } from './store-paths.ts';
import { isWithoutSharedIndex } from './sqlite-problem.ts';

/** `Hkdk`, so that Hookdesk never uses another program's database. */
export const applicationId = 0x486b646b;

/** Milliseconds. Short, because waiting for another program's lock blocks the host. */
const busyTimeout = 100;

/** Bytes. SQLite shortens a longer log to this size when it reuses the log. */
const logLimit = 4_194_304;

/** Every commit is on disk when it returns. */
export function openForWriting(path: string): DatabaseSync {
  try {
    return openWith(path, '');
  } catch (error) {
    if (!isWithoutSharedIndex(error)) throw error;
    return openUnshared(path);
  }
}

/** Opens it for this process alone: the disk has no room for the log's shared index. Source: https://www.sqlite.org/wal.html#noshm */
export const openUnshared = (path: string): DatabaseSync =>
  openWith(path, 'PRAGMA locking_mode = EXCLUSIVE; ');

function openWith(path: string, firstPragmas: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    database.exec(`${firstPragmas}PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
    database.exec(`PRAGMA journal_size_limit = ${logLimit}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: busyTimeout });
}

export function createDatabase(path: string, migrations: readonly string[]): void {
  removeDatabase(path);
  closeSync(openSync(path, 'wx', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA application_id = ${applicationId}`);
    migrate(database, migrations);
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
  flush(path);
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', ...companions]) rmSync(path + suffix, { force: true });
}

/** Copies the open database to `path`, at first beside it, so that `path` is always complete. */
export function copyTo(database: DatabaseSync, path: string, unfinished: string): void {
  removeDatabase(unfinished);
  database.prepare('VACUUM INTO ?').run(unfinished);
  chmodSync(unfinished, 0o600);
  flush(unfinished);
  renameSync(unfinished, path);
  flush(path);
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
 * Prepares each SQL text once for the open file, because preparing can take longer than running. Do not use it for texts
 * that depend on a query, because each statement is held until the file is closed, nor for `iterate`, which two callers
 * could run at once.
 */
export function prepared(database: DatabaseSync, sql: string): StatementSync {
  const ofFile = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, ofFile);
  const statement = ofFile.get(sql) ?? database.prepare(sql);
  ofFile.set(sql, statement);
  return statement;
}

/** Brings a file to the newest version; version 0 is a file without tables. */
export function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  inTransaction(database, () => {
    const applied = Math.max(0, versionOf(database) - oldestVersion + 1);
    for (const migration of migrations.slice(applied)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${newestVersion(migrations)}`);
  });
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Does not wait for the disk; the next commit flushes. */
export function withoutWaiting<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}
