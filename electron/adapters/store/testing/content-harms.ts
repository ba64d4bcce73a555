import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';

const pageSize = 4_096;

/** In place: device and inode stay the same. */
export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const opened = openSync(path, 'r+');
  try {
    writeSync(opened, bytes, 0, bytes.length, Math.floor(at));
  } finally {
    closeSync(opened);
  }
}

const shorten = (path: string, lengthOf: (size: number) => number): void => {
  truncateSync(path, Math.floor(lengthOf(statSync(path).size)));
};

export const overwriteMiddle = (path: string): void => {
  const { size } = statSync(path);
  overwrite(path, size / 4, randomBytes(Math.floor(size / 2)));
};

/** What another program may do in place to an open file and its log, also during a commit. */
export const contentHarms: Readonly<Record<string, (file: string) => void>> = {
  'the file was truncated to nothing': (file) => {
    truncateSync(file, 0);
  },
  'the file was truncated to half': (file) => {
    shorten(file, (size) => size / 2);
  },
  'the file lost its last page': (file) => {
    shorten(file, (size) => size - pageSize);
  },
  'the header of the file was overwritten': (file) => {
    overwrite(file, 0, Buffer.alloc(100));
  },
  'the middle of the file was overwritten': overwriteMiddle,
  'the log was truncated to nothing': (file) => {
    truncateSync(`${file}-wal`, 0);
  },
  'the log was truncated to half': (file) => {
    shorten(`${file}-wal`, (size) => size / 2);
  },
  'the head of the log was overwritten': (file) => {
    overwrite(`${file}-wal`, 0, randomBytes(32));
  },
  'the salts of the log were overwritten': (file) => {
    overwrite(`${file}-wal`, 16, randomBytes(8));
  },
};
