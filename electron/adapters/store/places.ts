import { join } from 'node:path';

/** Where the file and what belongs to it are in a data folder. */
export interface StorePlaces {
  readonly file: string;
  /** The last copies of it when it was sound, the newest first. */
  readonly backups: readonly [string, string];
  /** What is being written, before it gets its name. */
  readonly beside: string;
  /** What takes the place of a damaged file, complete. */
  readonly restored: string;
  /** The copy before a migration to this version. */
  beforeVersion(version: number): string;
  /** A name for a file that is set aside. */
  aside(why: 'damaged' | 'set-aside'): string;
}

export function storePlaces(directory: string): StorePlaces {
  const named = (name: string): string => join(directory, `hookdesk${name}.sqlite`);
  return {
    file: named(''),
    backups: [named('.backup'), named('.backup-2')],
    beside: named('.new'),
    restored: named('.restored'),
    beforeVersion: (version) => named(`.before-version-${version}`),
    aside: (why) => named(`.${why}-${new Date().toISOString().replace(/[:.]/g, '-')}`),
  };
}

/** SQLite keeps its log, and an index of that, beside a file. */
export const companions = ['-wal', '-shm'] as const;
