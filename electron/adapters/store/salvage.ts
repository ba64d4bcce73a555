import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { columns, type DraftRow, wholeRow } from './draft-rows.ts';

/** What could still be read of a damaged file. */
export interface Salvaged {
  readonly rows: readonly DraftRow[];
  /** Whether that is all that there was: what is not among the rows was deleted. */
  readonly isComplete: boolean;
}

/** Every row of a damaged file that is as it was written, from its beginning and from its end. */
export function salvage(path: string): Salvaged {
  const none: Salvaged = { rows: [], isComplete: false };
  if (!existsSync(path)) return none;
  try {
    // SQLite opens a file that is shorter than it should be only where the schema may be repaired.
    const database = new DatabaseSync(path, { readOnly: true, defensive: false });
    try {
      database.exec('PRAGMA writable_schema = ON');
      const rows = new Map<string, DraftRow>();
      const orders = ['rowid', 'rowid DESC', 'id', 'id DESC'];
      const passes = orders.map((order) => collect(database, order, rows));
      return { rows: [...rows.values()], isComplete: passes.every((whole) => whole) };
    } finally {
      database.close();
    }
  } catch {
    // Nothing of it can be opened: the copy of the file is what there is.
    return none;
  }
}

/** Whether it came to the end, with every row whole. */
function collect(database: DatabaseSync, order: string, rows: Map<string, DraftRow>): boolean {
  let isWhole = true;
  try {
    const all = database.prepare(`SELECT ${columns} FROM drafts ORDER BY ${order}`);
    for (const value of all.iterate()) {
      const row = wholeRow(value);
      if (row === null) isWhole = false;
      else rows.set(row.id, row);
    }
    return isWhole;
  } catch {
    // The damaged place was reached; another order leads to what lies behind it.
    return false;
  }
}
