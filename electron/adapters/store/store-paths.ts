import { statSync } from 'node:fs';
import { join } from 'node:path';
import { datedPath } from '../data-folder/durable-file.ts';

/** The database file, and the files that Hookdesk makes beside it. */
export function storePaths(directory: string) {
  const named = (name: string): string => join(directory, `hookdesk${name}.sqlite`);
  return {
    file: named(''),
    /** Newest first. */
    backups: [named('.backup'), named('.backup-2')] as const,
    unfinishedBackup: `${named('.backup')}.new`,
    /** A copy until it is complete. */
    unfinished: named('.new'),
    /** Complete replacement for a damaged file; the next start uses it after a crash. */
    restored: named('.restored'),
    beforeVersion: (version: number): string => named(`.before-version-${version}`),
    aside: (why: 'damaged' | 'set-aside'): string => datedPath(named(''), why),
  };
}
export type StorePaths = ReturnType<typeof storePaths>;

/** Files of SQLite beside the database: its log and the index of the log. */
export const companions = ['-wal', '-shm'] as const;

export const suffixes = ['', ...companions] as const;

/** Differs after each write, also by another process. */
export const writeStamp = (directory: string): string => {
  const { file } = storePaths(directory);
  return suffixes
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join(' ');
};

/** Device and inode; `null` for a missing file. */
export type FileIdentity = Readonly<Record<(typeof suffixes)[number], string | null>>;

export function identityOf(file: string): FileIdentity {
  const identityWith = (suffix: string): string | null => {
    const stats = statSync(file + suffix, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}/${stats.ino}`;
  };
  return { '': identityWith(''), '-wal': identityWith('-wal'), '-shm': identityWith('-shm') };
}

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  suffixes.every((suffix) => a[suffix] === b[suffix]);
