import { statSync } from 'node:fs';
import { join } from 'node:path';
import { datedPath } from '../data-folder/durable-file.ts';

export function storePaths(directory: string) {
  const named = (name: string): string => join(directory, `hookdesk${name}.sqlite`);
  return {
    file: named(''),
    /** Newest first. */
    backups: [named('.backup'), named('.backup-2')] as const,
    beside: named('.new'),
    /** Complete replacement for a damaged file; the next start uses it after a crash. */
    restored: named('.restored'),
    beforeVersion: (version: number): string => named(`.before-version-${version}`),
    aside: (why: 'damaged' | 'set-aside'): string => datedPath(named(''), why),
  };
}
export type StorePaths = ReturnType<typeof storePaths>;

export const companions = ['-wal', '-shm'] as const;

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
