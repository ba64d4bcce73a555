import { setTimeout } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { rowsOf } from './rows.ts';
import type { Table } from './tables.ts';

/** Milliseconds of work in one turn of the host, and of rest after it. */
const pace = { work: 4, rest: 12 };

/** Whether every row is as it was written. */
export function areRowsWhole(database: DatabaseSync, tables: readonly Table[]): boolean {
  for (const table of tables) {
    for (const row of rowsOf(database, table, '')) if (row === null) return false;
  }
  return true;
}

/** The same, little by little: the host has other things to do. Rejects once the signal is aborted. */
export async function areRowsWholeSlowly(
  database: DatabaseSync,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<boolean> {
  let begun = performance.now();
  for (const table of tables) {
    for (const row of rowsOf(database, table, '')) {
      if (row === null) return false;
      if (performance.now() - begun < pace.work) continue;
      await setTimeout(pace.rest, undefined, { signal, ref: false });
      begun = performance.now();
    }
  }
  return true;
}
