import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY. Source: https://sqlite.org/rescode.html#busy */
const busy = 5;

export interface Claim {
  /** May be called more than once. */
  release(): void;
}

/** SQLite's exclusive lock: the system releases it however the process ends. `null` when already held. */
export function claimFile(file: string): Claim | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    // In memory, so that no journal file is left.
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
