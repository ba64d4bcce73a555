import { join } from 'node:path';
import { datedPath } from '../data-folder/durable-file.ts';

export interface StorePaths {
  readonly file: string;
  /** Newest first. */
  readonly backups: readonly [string, string];
  readonly beside: string;
  /** Complete replacement for a damaged file; the next start uses it after a crash. */
  readonly restored: string;
  beforeVersion(version: number): string;
  aside(why: 'damaged' | 'set-aside'): string;
}

export function storePaths(directory: string): StorePaths {
  const named = (name: string): string => join(directory, `hookdesk${name}.sqlite`);
  return {
    file: named(''),
    backups: [named('.backup'), named('.backup-2')],
    beside: named('.new'),
    restored: named('.restored'),
    beforeVersion: (version) => named(`.before-version-${version}`),
    aside: (why) => datedPath(named(''), why),
  };
}

export const companions = ['-wal', '-shm'] as const;
