import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { applicationId, openForReading, openUnshared, versionOf } from './database.ts';
import { isLogWhole } from './log-check.ts';
import { oldestVersion } from './migrations.ts';
import { areRowsWhole } from './row-check.ts';
import { companions } from './store-paths.ts';
import { refuseUnusual } from '../data-folder/own-file.ts';
import { isDamage, isWithoutSharedIndex } from './sqlite-problem.ts';
import { tables } from './tables.ts';
import { systemCode } from '../system-code.ts';

/** A file that this Hookdesk never opens or changes. */
export interface OtherVersion {
  readonly kind: 'older' | 'newer';
  readonly version: number;
}
type Inspected = { readonly kind: 'absent' | 'sound' | 'damaged' } | OtherVersion;

/** Byte offsets. Source: https://www.sqlite.org/fileformat2.html §1.3 */
const header = {
  length: 100,
  magic: 'SQLite format 3\0',
  pageSize: 16,
  pages: 28,
  version: 60,
  application: 68,
};

/** Never changes the file. `quick` checks only header and length; another version is not opened. */
export function inspect(path: string, newest: number, how: 'thorough' | 'quick'): Inspected {
  for (const each of ['', ...companions]) refuseUnusual(path + each);
  const found = readHeader(path);
  if (found === null) return { kind: 'absent' };
  if (found.length < header.length) return { kind: 'damaged' };
  const isOurs =
    found.toString('latin1', 0, header.magic.length) === header.magic &&
    found.readUInt32BE(header.application) === applicationId;
  if (!isOurs) return { kind: 'damaged' };
  const version = found.readUInt32BE(header.version);
  if (version > newest) return { kind: 'newer', version };
  if (version > 0 && version < oldestVersion) return { kind: 'older', version };
  if (isShort(path, found) || !isLogWhole(path)) return { kind: 'damaged' };
  try {
    return look(path, newest, how);
  } catch (error) {
    if (isDamage(error)) return { kind: 'damaged' };
    throw error;
  }
}

function look(path: string, newest: number, how: 'thorough' | 'quick'): Inspected {
  try {
    return lookInto(openForReading(path), newest, how);
  } catch (error) {
    if (!isWithoutSharedIndex(error)) throw error;
    return lookInto(openUnshared(path), newest, how);
  }
}

/** SQLite itself does not report a file that lacks only free pages. */
function isShort(path: string, found: Buffer): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return false;
  const pageSize = found.readUInt16BE(header.pageSize);
  // Source: §1.3.2; the value 1 means 65,536.
  const bytes = pageSize === 1 ? 65_536 : pageSize;
  return statSync(path).size < bytes * found.readUInt32BE(header.pages);
}

function lookInto(database: DatabaseSync, newest: number, how: 'thorough' | 'quick'): Inspected {
  try {
    // The log beside the file may hold a newer version than the header.
    const version = versionOf(database);
    if (version > newest) return { kind: 'newer', version };
    if (version < 1) return { kind: 'damaged' };
    if (how === 'thorough' && !(isStructureSound(database) && areRowsWhole(database, tables))) {
      return { kind: 'damaged' };
    }
    return { kind: 'sound' };
  } finally {
    database.close();
  }
}

const isStructureSound = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok';

function readHeader(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(Math.min(header.length, fstatSync(file).size));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
