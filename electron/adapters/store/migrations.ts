import { toVersion1 } from './migrations/to-1.ts';
import { toVersion2 } from './migrations/to-2.ts';
import { toVersion3 } from './migrations/to-3.ts';
import { toVersion4 } from './migrations/to-4.ts';
import { toVersion5 } from './migrations/to-5.ts';

/** Never change a migration: files of every version exist. `testing/` has an old file of each. */
export const migrations: readonly string[] = [
  toVersion1,
  toVersion2,
  toVersion3,
  toVersion4,
  toVersion5,
];
