import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one transaction: all of it is kept when it returns, none of it when it throws. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } finally {
    // Still open only if something above threw; a failed COMMIT may have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
