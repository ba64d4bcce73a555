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
import type { DatabaseSync } from 'node:sqlite';
import { flush } from '../data-folder/durable-file.ts';
import { makeFolder } from '../data-folder/make-folder.ts';
import { isSystemError } from '../system-code.ts';
import { copyTo, createDatabase, migrate, openForWriting, versionOf } from './database.ts';
import { inspect, type OtherVersion } from './inspect.ts';
import { newestVersion } from './migrations.ts';
import { copiesOf, findCopy, restore } from './restore.ts';
import { companions, type StorePaths } from './store-paths.ts';

type OpenedFile =
  | {
      readonly kind: 'open';
      readonly database: DatabaseSync;
      readonly notice: string | null;
      readonly isChecked: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

/** @throws the error of SQLite or the system, with the file unchanged */
export function openStoreFile(
  places: StorePaths,
  migrations: readonly string[],
  shortUpTo: number,
): OpenedFile {
  const { file } = places;
  makeFolder(dirname(file));
  const newest = newestVersion(migrations);
  const isChecked = lengthOf(file) <= shortUpTo;
  const found = inspect(file, newest, isChecked ? 'thorough' : 'quick');
  if (found.kind === 'older' || found.kind === 'newer') {
    return refused(places, file, found, newest);
  }
  if (found.kind === 'sound') {
    return { kind: 'open', database: openSound(places, migrations), notice: null, isChecked };
  }
  const copies = copiesOf(places);
  if (found.kind === 'absent' && copies.length === 0) {
    create(places, migrations);
    return { kind: 'open', database: openForWriting(file), notice: null, isChecked: true };
  }
  const copy = findCopy(copies, newest);
  if (copy?.other) return refused(places, copy.path, copy.other, newest);
  const notice = restore(places, migrations, copy?.path ?? null);
  return { kind: 'open', database: openSound(places, migrations), notice, isChecked: true };
}

const lengthOf = (file: string): number =>
  ['', '-wal']
    .map((each) => statSync(file + each, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

/** The file gets its name only when complete, so that an empty file is never ours. */
function create({ file, beside }: StorePaths, migrations: readonly string[]): void {
  // A log without its file must not be applied to the new one.
  for (const each of companions) rmSync(file + each, { force: true });
  createDatabase(beside, migrations);
  renameSync(beside, file);
  flush(file);
}

function openSound(places: StorePaths, migrations: readonly string[]): DatabaseSync {
  const database = openForWriting(places.file);
  try {
    if (versionOf(database) < newestVersion(migrations)) {
      copyTo(database, places.beforeVersion(versionOf(database) + 1), places.beside);
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
  const by = `${basename(path)} in the data folder was written by`;
  const of = `version of Hookdesk (file version ${version}).`;
  if (kind === 'older') {
    return {
      kind: 'refused',
      reason: `${by} an older ${of} To keep its content, open the folder with that version and export drafts and webhooks as bundles. Then start Hookdesk with a new data folder and import them. Until then, drafts and History are in memory only.`,
      advice: 'Start Hookdesk with a new data folder.',
    };
  }
  const before = places.beforeVersion(newest + 1);
  const copy = existsSync(before) ? ` The copy from before the update is ${basename(before)}.` : '';
  return {
    kind: 'refused',
    reason: `${by} a newer ${of} Update Hookdesk to see its drafts and History; until then both are in memory only.${copy}`,
    advice: 'Update Hookdesk, then start it again.',
  };
}

/** Frames of the log before a checkpoint, as SQLite's default. */
const framesBeforeCheckpoint = 1_000;

/** Bytes. Source: https://www.sqlite.org/fileformat2.html §4.1 */
const head = { length: 32, pageSize: 8, checkpoints: 12, salts: 16, saltsEnd: 24 };
const frame = { head: 24, salts: 8, saltsEnd: 16 };

interface Content {
  readonly file: FileStamp;
  readonly log: FileStamp;
  readonly head: Buffer;
}
interface Commit extends Content {
  readonly frames: number;
}

export type OwnWrites = ReturnType<typeof ownWrites>;

/** Notices writes of other programs to the open file and its log, which SQLite does not. Needs `close`. */
export function ownWrites(database: DatabaseSync, path: string) {
  const log = openSync(`${path}-wal`, 'r');
  // Only `checkpoint` changes the file, so that each other change is another program's.
  database.exec('PRAGMA wal_autocheckpoint = 0');
  const look = (): Content => ({
    file: stampOf(statSync(path, { bigint: true, throwIfNoEntry: false })),
    log: stampOf(fstatSync(log, { bigint: true })),
    head: bytesOf(log, 0, head.length),
  });
  const lookAtCommit = (): Commit => {
    const found = database.prepare('PRAGMA wal_checkpoint(NOOP)').get();
    return { ...look(), frames: Number(found?.log ?? 0) };
  };
  let own = lookAtCommit();

  return {
    /** Whether the content is as the last commit left it. `true` also for another file of this name. */
    isUntouched: (): boolean => {
      const now = look();
      if (now.file.inode !== own.file.inode) return true;
      return isSame(now.file, own.file) && isSame(now.log, own.log) && now.head.equals(own.head);
    },
    /** Whether the log has the commit that just ended, and the file did not change. */
    hasCommit: (): boolean => {
      const now = lookAtCommit();
      const isWhole = isSame(now.file, own.file) && continues(log, own, now);
      if (isWhole) own = now;
      return isWhole;
    },
    checkpoint: (): void => {
      if (own.frames < framesBeforeCheckpoint) return;
      try {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      } catch (error) {
        // The log has each commit. The next commit tries again.
        if (!isSystemError(error)) throw error;
      }
      own = lookAtCommit();
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
type Found = Readonly<Record<'ino' | 'size' | 'mtimeNs', bigint>>;

function stampOf(found: Found | undefined): FileStamp {
  if (found === undefined) return { inode: 0n, size: 0n, changedAt: 0n };
  const changedAt = process.platform === 'win32' ? 0n : found.mtimeNs;
  return { inode: found.ino, size: found.size, changedAt };
}

const isSame = (one: FileStamp, other: FileStamp): boolean =>
  one.size === other.size && one.changedAt === other.changedAt;

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
