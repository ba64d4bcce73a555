import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } finally {
    // The transaction is open only after an error; a failed COMMIT may have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

/** The result of synchronous work as a promise, which rejects with its error. */
export const promised = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work());
  });
