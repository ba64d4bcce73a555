import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { flush } from '../data-folder/durable-file.ts';
import { makeFolder, makeMissing } from '../data-folder/usual-data-folder.ts';
import { hasErrorCode } from '../error-code.ts';
import {
  copyTo,
  createDatabase,
  migrate,
  openForWriting,
  prepared,
  removeDatabase,
  versionOf,
} from './database.ts';
import { inspect, type OtherVersion } from './inspect.ts';
import { newestVersion } from './migrations.ts';
import { copiesOf, findCopy, restore, setAside, takeRestored } from './restore.ts';
import { isBusy, isDamage } from './sqlite-problem.ts';
import {
  companions,
  type FileIdentity,
  identityOf,
  type StorePaths,
  suffixes,
} from './store-paths.ts';

type OpenedFile =
  | {
      readonly kind: 'open';
      readonly database: DatabaseSync;
      readonly notice: string | null;
      readonly wasCheckedAtOpening: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

/**
 * Opens the database file; creates a missing one, and restores a damaged one.
 * @throws the error of SQLite or the system, with the file unchanged
 */
export function openStoreFile(
  places: StorePaths,
  migrations: readonly string[],
  shortUpTo: number,
): OpenedFile {
  const { file } = places;
  makeFolder(dirname(file));
  const newest = newestVersion(migrations);
  const wasCheckedAtOpening = lengthOf(file) <= shortUpTo;
  const inspected = inspect(file, newest, wasCheckedAtOpening ? 'thorough' : 'quick');
  if (inspected.kind === 'older' || inspected.kind === 'newer') {
    return refused(places, file, inspected, newest);
  }
  if (inspected.kind === 'sound') {
    return {
      kind: 'open',
      database: openSound(places, migrations),
      notice: null,
      wasCheckedAtOpening,
    };
  }
  const copies = copiesOf(places);
  if (inspected.kind === 'absent' && copies.length === 0) {
    create(places, migrations);
    return {
      kind: 'open',
      database: openForWriting(file),
      notice: null,
      wasCheckedAtOpening: true,
    };
  }
  const copy = findCopy(copies, newest);
  if (copy?.other) return refused(places, copy.path, copy.other, newest);
  const notice = restore(places, migrations, copy?.path ?? null);
  return {
    kind: 'open',
    database: openSound(places, migrations),
    notice,
    wasCheckedAtOpening: true,
  };
}

const lengthOf = (file: string): number =>
  ['', '-wal']
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

/** The file gets its name only when complete, so that an empty file is never ours. */
function create({ file, unfinished }: StorePaths, migrations: readonly string[]): void {
  // A log without its file must not be applied to the new one.
  for (const suffix of companions) rmSync(file + suffix, { force: true });
  createDatabase(unfinished, migrations);
  renameSync(unfinished, file);
  flush(file);
}

function openSound(places: StorePaths, migrations: readonly string[]): DatabaseSync {
  const database = openForWriting(places.file);
  try {
    if (versionOf(database) < newestVersion(migrations)) {
      copyTo(database, places.beforeVersion(versionOf(database) + 1), places.unfinished);
      migrate(database, migrations);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function refused(
  places: StorePaths,
  path: string,
  { kind, version }: OtherVersion,
  newest: number,
): OpenedFile {
  const writtenBy = `${basename(path)} in the data folder was written by`;
  const ofHookdesk = `version of Hookdesk (file version ${version}).`;
  if (kind === 'older') {
    return {
      kind: 'refused',
      reason: `${writtenBy} an older ${ofHookdesk} To keep its content, open the folder with that version and export drafts and webhooks as bundles. Then start Hookdesk with a new data folder and import them. Until then, drafts and History are in memory only.`,
      advice: 'Start Hookdesk with a new data folder.',
    };
  }
  const oldCopy = places.beforeVersion(newest + 1);
  const copy = existsSync(oldCopy)
    ? ` The copy from before the update is ${basename(oldCopy)}.`
    : '';
  return {
    kind: 'refused',
    reason: `${writtenBy} a newer ${ofHookdesk} Update Hookdesk to see its drafts and History; until then both are in memory only.${copy}`,
    advice: 'Update Hookdesk, then start it again.',
  };
}

/** Frames of the log before a checkpoint, as SQLite's default. */
const framesBeforeCheckpoint = 1_000;

/** Bytes. Source: https://www.sqlite.org/fileformat2.html §4.1 */
const head = { length: 32, pageSize: 8, checkpoints: 12, salts: 16, saltsEnd: 24 };
const frame = { head: 24, salts: 8, saltsEnd: 16 };

/** What another program's write would change. */
interface Content {
  readonly file: FileStamp;
  readonly log: FileStamp;
  /** The first bytes of the log. */
  readonly head: Buffer;
}
interface Commit extends Content {
  /** Number of frames in the log. */
  readonly frames: number;
}

export type OwnWrites = ReturnType<typeof ownWrites>;

/** Notices writes of other programs to the open file and its log, which SQLite does not. Needs `close`. */
export function ownWrites(database: DatabaseSync, path: string) {
  const log = openSync(`${path}-wal`, 'r');
  // Only `checkpoint` changes the file, so that each other change is another program's.
  database.exec('PRAGMA wal_autocheckpoint = 0');
  const readContent = (): Content => ({
    file: stampOf(statSync(path, { bigint: true, throwIfNoEntry: false })),
    log: stampOf(fstatSync(log, { bigint: true })),
    head: bytesOf(log, 0, head.length),
  });
  const readCommit = (): Commit => {
    const checkpoint = prepared(database, 'PRAGMA wal_checkpoint(NOOP)').get();
    return { ...readContent(), frames: Number(checkpoint?.log ?? 0) };
  };
  let lastCommit = readCommit();

  return {
    /** Whether the content is as the last commit left it. `true` also for another file of this name. */
    isUntouched: (): boolean => {
      const now = readContent();
      if (now.file.inode !== lastCommit.file.inode) return true;
      const { file, log, head } = lastCommit;
      return isSame(now.file, file) && isSame(now.log, log) && now.head.equals(head);
    },
    /** Whether the log has the commit that just ended, and the file did not change. */
    hasCommit: (): boolean => {
      const now = readCommit();
      const isWhole = isSame(now.file, lastCommit.file) && continues(log, lastCommit, now);
      if (isWhole) lastCommit = now;
      return isWhole;
    },
    checkpoint: (): void => {
      if (lastCommit.frames < framesBeforeCheckpoint) return;
      try {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      } catch (error) {
        // The log has each commit. The next commit tries again.
        if (!hasErrorCode(error)) throw error;
      }
      lastCommit = readCommit();
    },
    close: (): void => {
      closeSync(log);
    },
  };
}

interface FileStamp {
  readonly inode: bigint;
  readonly size: bigint;
  /** Nanoseconds. 0 on Windows, which may report a change late. */
  readonly changedAt: bigint;
}
type Stats = Readonly<Record<'ino' | 'size' | 'mtimeNs', bigint>>;

function stampOf(stats: Stats | undefined): FileStamp {
  if (stats === undefined) return { inode: 0n, size: 0n, changedAt: 0n };
  const changedAt = process.platform === 'win32' ? 0n : stats.mtimeNs;
  return { inode: stats.ino, size: stats.size, changedAt };
}

const isSame = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.changedAt === b.changedAt;

/** Whether the log still has the last commit, and ends with the new one. */
function continues(log: number, before: Commit, now: Commit): boolean {
  if (now.frames === 0) return true;
  if (now.head.length < head.length) return false;
  const isSameLog = now.head.equals(before.head);
  if (!isSameLog && before.frames > 0 && !isNextLog(before.head, now.head)) return false;
  const frameSize = frame.head + now.head.readUInt32BE(head.pageSize);
  if (now.log.size < head.length + now.frames * frameSize) return false;
  const salts = now.head.subarray(head.salts, head.saltsEnd);
  const hasFrame = (number: number): boolean =>
    bytesOf(log, head.length + (number - 1) * frameSize, frame.head)
      .subarray(frame.salts, frame.saltsEnd)
      .equals(salts);
  // A truncated log that grew again has zeros where its last frame was.
  const hasLastCommit = !isSameLog || before.frames === 0 || hasFrame(before.frames);
  return hasLastCommit && hasFrame(now.frames);
}

/** SQLite counts how often it started the log again. */
const isNextLog = (before: Buffer, now: Buffer): boolean =>
  now.readUInt32BE(head.checkpoints) === before.readUInt32BE(head.checkpoints) + 1;

/** Fewer bytes where the file is shorter. */
function bytesOf(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}

/** A file that Hookdesk wrote again. */
export interface Rewritten {
  readonly notice: string;
  /** Whether the new file has each row of the open database. */
  readonly isWhole: boolean;
}

/**
 * For a file that was deleted or replaced: writes the open database again. The system keeps a deleted file until it
 * is closed. On an error, the database stays open.
 */
export function rewrite(
  places: StorePaths,
  database: DatabaseSync,
  opened: FileIdentity,
): Rewritten {
  const { file, restored, unfinished } = places;
  const now = identityOf(file);
  const isOpened = (suffix: (typeof suffixes)[number]): boolean => now[suffix] === opened[suffix];
  const others = suffixes.filter((suffix) => now[suffix] !== null && !isOpened(suffix));
  const isReplaced = others.includes('');
  if (isReplaced && !isOpened('-wal') && isInUse(file)) throw usedByOther(file);
  makeMissing(dirname(file));
  removeDatabase(restored);
  // After a crash from here on, the next start uses the restored file.
  copyTo(database, restored, unfinished);
  const aside = places.aside('set-aside');
  for (const suffix of others) renameSync(file + suffix, aside + suffix);
  database.close();
  takeRestored(places);
  if (isReplaced) {
    const notice = `Another program replaced ${basename(file)} while Hookdesk was running, and Hookdesk restored its drafts and History. To use the other file, close Hookdesk and rename ${basename(aside)} to ${basename(file)}.`;
    return { notice, isWhole: true };
  }
  const deleted = suffixes.filter((suffix) => !isOpened(suffix));
  const names = deleted.map((suffix) => basename(file) + suffix).join(', ');
  const notice = `Another program deleted ${names} while Hookdesk was running, and Hookdesk wrote all drafts and History again. Do not change the data folder while Hookdesk is running.`;
  return { notice, isWhole: true };
}

/** For a file whose content was changed in place: writes what SQLite still reads of it, or restores a copy. */
export function rewriteChanged(
  places: StorePaths,
  database: DatabaseSync,
  migrations: readonly string[],
): Rewritten {
  const changed = `Another program changed the content of ${basename(places.file)} or its log while Hookdesk was running`;
  const advice = 'Do not change the data folder while Hookdesk is running.';
  const newest = newestVersion(migrations);
  if (!copyWhole(places, database, newest)) {
    const copy = findCopy(copiesOf(places), newest);
    const from = copy?.other === null ? copy.path : null;
    const notice = restore(places, migrations, from, database);
    return { notice: `${changed}. ${notice} ${advice}`, isWhole: false };
  }
  database.close();
  const aside = setAside(places, 'damaged');
  takeRestored(places);
  const notice = `${changed}, and Hookdesk wrote all drafts and History again. The changed file was renamed to ${basename(aside)}. ${advice}`;
  return { notice, isWhole: true };
}

function copyWhole({ restored, unfinished }: StorePaths, database: DatabaseSync, newest: number) {
  removeDatabase(restored);
  try {
    copyTo(database, restored, unfinished);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
  // SQLite reads zeros behind the end of a truncated file.
  if (inspect(restored, newest, 'thorough').kind === 'sound') return true;
  removeDatabase(restored);
  return false;
}

/** An exclusive lock fails while another program, such as another Hookdesk, has the file open. */
function isInUse(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } finally {
      database.close();
    }
    return false;
  } catch (error) {
    // A file that is no database can be set aside.
    return isBusy(error);
  }
}

const usedByOther = (file: string): ProblemError =>
  plainError(
    'storage-failed',
    `Another program replaced ${basename(file)} while Hookdesk was running, and has the new file open.`,
    'End the other program, which may be a second Hookdesk. Keep this one running: edits are kept in memory, and it tries again by itself.',
    { File: file },
  );
