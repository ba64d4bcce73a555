import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const busy = 5;

/** A file that nobody else can claim until it is released. */
export interface Claim {
  /** May be called more than once. */
  release(): void;
}

/**
 * Claims a file, which is made if it is missing and stays empty; `null` when somebody else has it, in
 * this process or in another.
 *
 * The claim is SQLite's exclusive lock: the system takes it back however the process ends, so that none
 * can be left behind, and it is the same on Linux, macOS and Windows.
 */
export function claimFile(file: string): Claim | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Without a journal file, nothing but the empty file itself is there.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}
