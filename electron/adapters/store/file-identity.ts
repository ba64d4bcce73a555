import { statSync } from 'node:fs';
import { companions } from './store-paths.ts';

export const suffixes = ['', ...companions] as const;

/** Device and inode; `null` for a missing file. */
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
