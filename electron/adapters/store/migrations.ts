import { toVersion1 } from './migrations/to-1.ts';
import { toVersion2 } from './migrations/to-2.ts';
import { toVersion3 } from './migrations/to-3.ts';
import { toVersion4 } from './migrations/to-4.ts';

/**
 * What turns each version of the file into the next, from an empty one on. What is here once is frozen:
 * files of every version are out there. Each has an old file in `testing/` that must still open.
 */
export const migrations: readonly string[] = [toVersion1, toVersion2, toVersion3, toVersion4];
