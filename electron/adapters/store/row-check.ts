import { setTimeout } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { rowsAfter, visitRows } from './rows.ts';
import type { Table } from './tables.ts';

/** Milliseconds of work in one turn of the host, and of rest after it. */
const pace = { work: 4, rest: 12 };

/** How many rows are read at once, at most: some are long. */
const rowsAtOnce = 8;

/** Whether every row is as it was written. */
export function areRowsWhole(database: DatabaseSync, tables: readonly Table[]): boolean {
  let isWhole = true;
  for (const table of tables) {
    visitRows(database, table, '', (row) => {
      isWhole &&= row !== null;
      return isWhole;
    });
  }
  return isWhole;
}

/**
 * The same, little by little: the host has other things to do. Nothing is left open meanwhile, so that the
 * log of the database can be used again. Rejects once the signal is aborted.
 */
export async function areRowsWholeSlowly(
  database: DatabaseSync,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<boolean> {
  let begun = performance.now();
  for (const table of tables) {
    let after: number | null = 0;
    while (after !== null) {
      const page = rowsAfter(database, table, after, rowsAtOnce);
      if (page.rows.includes(null)) return false;
      after = page.last;
      if (performance.now() - begun < pace.work) continue;
      await setTimeout(pace.rest, undefined, { signal, ref: false });
      begun = performance.now();
    }
  }
  return true;
}
