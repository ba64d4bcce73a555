import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isSystemError } from '../system-code.ts';

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
