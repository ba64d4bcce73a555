import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { readOwnFileIfThere, refuseUnusual } from '../data-folder/own-file.ts';
import { errorCode } from '../error-code.ts';
import { applicationId, openForReading, openUnshared, versionOf } from './database.ts';
import { oldestVersion } from './migrations.ts';
import { eachRow, rowsAfter, tableIn } from './rows.ts';
import { isDamage, isWithoutSharedIndex } from './sqlite-problem.ts';
import { companions } from './store-paths.ts';
import { type Table, tables } from './tables.ts';

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
  for (const suffix of ['', ...companions]) refuseUnusual(path + suffix);
  const bytes = readHeader(path);
  if (bytes === null) return { kind: 'absent' };
  if (bytes.length < header.length) return { kind: 'damaged' };
  const isOurs =
    bytes.toString('latin1', 0, header.magic.length) === header.magic &&
    bytes.readUInt32BE(header.application) === applicationId;
  if (!isOurs) return { kind: 'damaged' };
  const version = bytes.readUInt32BE(header.version);
  if (version > newest) return { kind: 'newer', version };
  if (version > 0 && version < oldestVersion) return { kind: 'older', version };
  if (isTruncated(path, bytes) || !isLogWhole(path)) return { kind: 'damaged' };
  try {
    return inspectDatabase(path, newest, how);
  } catch (error) {
    if (isDamage(error)) return { kind: 'damaged' };
    throw error;
  }
}

function inspectDatabase(path: string, newest: number, how: 'thorough' | 'quick'): Inspected {
  try {
    return inspectAndClose(openForReading(path), newest, how);
  } catch (error) {
    if (!isWithoutSharedIndex(error)) throw error;
    return inspectAndClose(openUnshared(path), newest, how);
  }
}

/** SQLite itself does not report a file that lacks only free pages. */
function isTruncated(path: string, headerBytes: Buffer): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return false;
  const storedSize = headerBytes.readUInt16BE(header.pageSize);
  // Source: §1.3.2; the value 1 means 65,536.
  const pageSize = storedSize === 1 ? 65_536 : storedSize;
  return statSync(path).size < pageSize * headerBytes.readUInt32BE(header.pages);
}

function inspectAndClose(
  database: DatabaseSync,
  newest: number,
  how: 'thorough' | 'quick',
): Inspected {
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
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(Math.min(header.length, fstatSync(file).size));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether each row has the content of its checksum. */
export function areRowsWhole(database: DatabaseSync, tables: readonly Table[]): boolean {
  for (const table of tables) {
    const existing = tableIn(database, table);
    // A later migration adds the table.
    if (existing === null) continue;
    for (const row of eachRow(database, existing)) if (row === null) return false;
  }
  return true;
}

/** Milliseconds of work per turn of the event loop, and of rest after it. */
const slice = { work: 4, rest: 12 };

const rowsAtOnce = 8;

/** In short turns without an open statement, which would keep SQLite from reusing its log. */
export async function areRowsWholeInSlices(
  database: DatabaseSync,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<boolean> {
  let startedAt = performance.now();
  for (const table of tables) {
    let after: number | null = 0;
    while (after !== null) {
      const page = rowsAfter(database, table, after, rowsAtOnce);
      if (page.rows.includes(null)) return false;
      after = page.last;
      if (performance.now() - startedAt < slice.work) continue;
      await setTimeout(slice.rest, undefined, { signal, ref: false });
      startedAt = performance.now();
    }
  }
  return true;
}

/** Bytes. Source: https://www.sqlite.org/walformat.html §2.1 and §2.2 */
const log = { header: 32, frameHeader: 24, checked: 24 };
const littleEndianMagic = 0x377f0682;

/** Bytes of one of two copies, and of the checkpoint's information. Source: §2.2 */
const index = { header: 48, checked: 40, backfill: 96 };

type Sums = readonly [number, number];

/**
 * Whether the log beside a database has each acknowledged transaction. SQLite ends the log at the first damaged frame,
 * without an error. The log's index, which a killed process leaves, says how many frames there were.
 */
function isLogWhole(path: string): boolean {
  // The index is read first: a log that grows then has more frames than the index says.
  const logIndex = readIndex(`${path}-shm`);
  const bytes = readOwnFileIfThere(`${path}-wal`) ?? Buffer.alloc(0);
  if (logIndex?.frames === 0) return true;
  if (bytes.length === 0) return logIndex === null || logIndex.frames <= logIndex.backfilled;
  const header = readLogHeader(bytes);
  if (header === null) return false;
  const { whole, hasCommitAfter } = readFrames(bytes, header);
  return logIndex?.salts.equals(header.salts) === true ? whole >= logIndex.frames : !hasCommitAfter;
}

/** What SQLite's index says of the log. */
interface LogIndex {
  readonly frames: number;
  /** Frames that the database has, too. */
  readonly backfilled: number;
  readonly salts: Buffer;
}

/** `null` for a missing or damaged index. */
function readIndex(path: string): LogIndex | null {
  const bytes = readOwnFileIfThere(path);
  if (bytes === null || bytes.length < index.backfill + 4) return null;
  const isLittle = endianness() === 'LE';
  const word = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  for (const start of [0, index.header]) {
    const [one, two] = sums(bytes.subarray(start, start + index.checked), isLittle, [0, 0]);
    const isRight = one === word(start + index.checked) && two === word(start + index.checked + 4);
    if (!isRight || bytes[start + 12] !== 1) continue;
    const salts = bytes.subarray(start + 32, start + 40);
    return { frames: word(start + 16), backfilled: word(index.backfill), salts };
  }
  return null;
}

interface LogHeader {
  readonly pageSize: number;
  readonly salts: Buffer;
  readonly isLittle: boolean;
  readonly sums: Sums;
}

function readLogHeader(bytes: Buffer): LogHeader | null {
  if (bytes.length < log.header) return null;
  const isLittle = bytes.readUInt32BE(0) === littleEndianMagic;
  const computed = sums(bytes.subarray(0, log.checked), isLittle, [0, 0]);
  if (!isSame(computed, bytes, log.checked)) return null;
  const salts = bytes.subarray(16, 24);
  return { pageSize: bytes.readUInt32BE(8), salts, isLittle, sums: computed };
}

/** `hasCommitAfter`: a transaction of this log ends behind its last whole frame. */
function readFrames(
  bytes: Buffer,
  { pageSize, salts, isLittle, sums: first }: LogHeader,
): { whole: number; hasCommitAfter: boolean } {
  const length = log.frameHeader + pageSize;
  let previous = first;
  let [whole, isWhole] = [0, true];
  for (let at = log.header; at + log.frameHeader <= bytes.length; at += length) {
    const page = bytes.subarray(at + log.frameHeader, at + length);
    if (isWhole && page.length === pageSize && bytes.subarray(at + 8, at + 16).equals(salts)) {
      const ofHeader = sums(bytes.subarray(at, at + 8), isLittle, previous);
      const computed = sums(page, isLittle, ofHeader);
      if (isSame(computed, bytes, at + 16)) {
        previous = computed;
        whole += 1;
        continue;
      }
    }
    isWhole = false;
    const isCommit = bytes.readUInt32BE(at + 4) !== 0;
    // One of both is enough: the frames of an older log have other salts.
    const isOfThisLog = [0, 4].some((half) =>
      bytes.subarray(at + 8 + half, at + 12 + half).equals(salts.subarray(half, half + 4)),
    );
    if (isCommit && isOfThisLog) return { whole, hasCommitAfter: true };
  }
  return { whole, hasCommitAfter: false };
}

const isSame = ([one, two]: Sums, bytes: Buffer, at: number): boolean =>
  one === bytes.readUInt32BE(at) && two === bytes.readUInt32BE(at + 4);

/** The running checksum of the log. Source: https://www.sqlite.org/walformat.html §4.1 */
function sums(bytes: Buffer, isLittle: boolean, [first, second]: Sums): Sums {
  let [one, two] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const left = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const right = isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    one = (one + left + two) >>> 0;
    two = (two + right + one) >>> 0;
  }
  return [one, two];
}
