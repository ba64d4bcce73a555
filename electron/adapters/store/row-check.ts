import { setTimeout } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { eachRow, rowsAfter, tableIn } from './rows.ts';
import type { Table } from './tables.ts';

/** Milliseconds of work per turn of the event loop, and of rest after it. */
const eta = { work: 4, rest: 12 };

const rowsAtOnce = 8;

export function areRowsWhole(database: DatabaseSync, tables: readonly Table[]): boolean {
  for (const table of tables) {
    for (const row of eachRow(database, tableIn(database, table))) if (row === null) return false;
  }
  return true;
}

/** In short turns without an open statement, which would keep SQLite from reusing its log. */
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
      if (performance.now() - begun < eta.work) continue;
      await setTimeout(eta.rest, undefined, { signal, ref: false });
      begun = performance.now();
    }
  }
  return true;
}
