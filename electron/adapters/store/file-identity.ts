import { statSync } from 'node:fs';
import { companions } from './places.ts';

/** The names that belong to a database: the file, its log, and the index of the log. */
export const suffixes = ['', ...companions] as const;

/** Which file each of the names leads to, as device and inode; `null` where there is none. */
export type FileIdentity = Readonly<Record<(typeof suffixes)[number], string | null>>;

export function identityOf(file: string): FileIdentity {
  const of = (suffix: string): string | null => {
    const found = statSync(file + suffix, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}/${found.ino}`;
  };
  return { '': of(''), '-wal': of('-wal'), '-shm': of('-shm') };
}

export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  suffixes.every((suffix) => one[suffix] === other[suffix]);
