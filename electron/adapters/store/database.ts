import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { companions } from './places.ts';
import { isWithoutSharedIndex } from './sqlite-problem.ts';

/** `Hkdk`, so that a database of another program is never taken for ours. */
export const applicationId = 0x486b646b;

/** How long a call waits for another program that holds the file, in milliseconds: nobody else can go on. */
const busyTimeout = 100;

/** How long the log stays at most once it is used again, in bytes: a large transaction makes it longer. */
const logLimit = 4_194_304;

/** Opens a sound file for writing. Every commit is on disk when it returns. */
export function openForWriting(path: string): DatabaseSync {
  try {
    return openWith(path, '');
  } catch (error) {
    if (!isWithoutSharedIndex(error)) throw error;
    return openUnshared(path);
  }
}

/**
 * Opens a file on a disk without room for the index that SQLite shares between connections: what is saved
 * can be read, and no other connection can be opened. Source: https://www.sqlite.org/wal.html#noshm
 */
export const openUnshared = (path: string): DatabaseSync =>
  openWith(path, 'PRAGMA locking_mode = EXCLUSIVE; ');

function openWith(path: string, mode: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    database.exec(`${mode}PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
    database.exec(`PRAGMA journal_size_limit = ${logLimit}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a file without changing a byte of it. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: busyTimeout });
}

/** A new file for its owner alone, of the newest version and on disk, in the place of what was there. */
export function createDatabase(path: string, migrations: readonly string[]): void {
  removeDatabase(path);
  closeSync(openSync(path, 'wx', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA application_id = ${applicationId}`);
    migrate(database, migrations);
    // Kept in the file: whoever opens it later finds it so.
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
  flush(path);
}

/** Removes a file with what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const each of ['', ...companions]) rmSync(path + each, { force: true });
}

/** A copy of the file as it is now, complete when it has its name. */
export function copyTo(database: DatabaseSync, path: string, beside: string): void {
  removeDatabase(beside);
  database.prepare('VACUUM INTO ?').run(beside);
  chmodSync(beside, 0o600);
  flush(beside);
  renameSync(beside, path);
  flush(path);
}

/** Brings a file up to the newest version, or leaves it as it is. */
export function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrations.slice(versionOf(database))) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** A file is on disk only when it was flushed, and its name only when the folder was. */
export function flush(path: string): void {
  flushOne(path, 'r+');
  // Windows has no such call for folders, and needs none.
  if (process.platform !== 'win32') flushOne(dirname(path), 'r');
}

function flushOne(path: string, how: 'r' | 'r+'): void {
  const file = openSync(path, how);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Does work in a transaction of its own: all of it or nothing. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Does work that may be lost with the machine's power, as long as nothing on disk speaks of it: the next
 * commit, which waits for the disk, takes it there as well.
 */
export function withoutWaiting(database: DatabaseSync, work: () => void): void {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}
