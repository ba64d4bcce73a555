import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { clearValue, eachRow, putRowsOver, type Row, tableIn } from './rows.ts';
import { hasAllRows, rowIds } from './list-rows.ts';
import { listTables, segments, type Table, tables } from './tables.ts';

export type Salvaged = readonly {
  readonly words: readonly [string, string];
  readonly count: number;
}[];

/** Several orders: one order may reach rows behind damage that another does not. */
const orders = ['rowid', 'rowid DESC', 'id', 'id DESC'];

/** Copies intact newer rows, and deletes rows that a completely readable table no longer has. */
export function salvageInto(sound: DatabaseSync, damaged: DatabaseSync): Salvaged {
  const saved: { words: readonly [string, string]; count: number }[] = [];
  inTransaction(sound, () => {
    // Numbers in the damaged file may stand for other rows than in the copy.
    sound.exec(`DELETE FROM ${segments.name}`);
    for (const table of tables) {
      if (table === segments) continue;
      const count = salvageTable(sound, damaged, table);
      if (table.words !== null) saved.push({ words: table.words, count });
    }
    removeStrayRows(sound);
  });
  return saved;
}

export function openDamaged(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  try {
    // SQLite opens a truncated file only with a writable schema.
    const database = new DatabaseSync(path, { readOnly: true, defensive: false });
    try {
      database.exec('PRAGMA writable_schema = ON');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch {
    return null;
  }
}

function salvageTable(sound: DatabaseSync, damaged: DatabaseSync, table: Table): number {
  const found = new Set<string>();
  const put = new Set<string>();
  const take = (row: Row): void => {
    const [id] = row.clear;
    found.add(id);
    if (put.has(id) || !isNewer(sound, table, row) || !hasItsRows(sound, table, row)) return;
    putRowsOver(sound, table, [row]);
    put.add(id);
  };
  const passes = orders.map((order) => readAll(damaged, table, order, take));
  if (table.name !== 'list_rows' && passes.every((whole) => whole)) {
    const remove = sound.prepare(`DELETE FROM ${table.name} WHERE id = ?`);
    for (const { id } of sound.prepare(`SELECT id FROM ${table.name}`).all()) {
      if (!found.has(String(id))) remove.run(String(id));
    }
  }
  return put.size;
}

function readAll(
  damaged: DatabaseSync,
  table: Table,
  order: string,
  take: (row: Row) => void,
): boolean {
  let isWhole = true;
  for (const row of readableRows(damaged, table, order)) {
    if (row === null) isWhole = false;
    else take(row);
  }
  return isWhole;
}

/** `null` for each damaged row, and at the end when damage hides the rest. */
function* readableRows(
  damaged: DatabaseSync,
  table: Table,
  order: string,
): Generator<Row | null, void, void> {
  try {
    yield* eachRow(damaged, tableIn(damaged, table), `ORDER BY ${order}`);
  } catch {
    yield null;
  }
}

function isNewer(sound: DatabaseSync, table: Table, row: Row): boolean {
  const { name, writtenAt } = table;
  const held = sound
    .prepare(`SELECT ${writtenAt ?? '1'} AS written FROM ${name} WHERE id = ?`)
    .get(row.clear[0]);
  if (held === undefined) return true;
  return writtenAt !== null && Number(held.written) < Number(clearValue(table, row, writtenAt));
}

/** Rows precede their heads in `tables`, so they are already copied. */
function hasItsRows(sound: DatabaseSync, table: Table, row: Row): boolean {
  const list = listTables.find(({ name }) => name === table.name);
  return list === undefined || hasAllRows(sound, list, row);
}

function removeStrayRows(sound: DatabaseSync): void {
  sound.exec('CREATE TEMP TABLE owned (id TEXT PRIMARY KEY)');
  const own = sound.prepare('INSERT INTO owned VALUES (?)');
  for (const table of listTables) {
    for (const row of eachRow(sound, table)) {
      if (row === null) continue;
      for (const id of rowIds(table, row)) own.run(id);
    }
  }
  sound.exec('DELETE FROM list_rows WHERE id NOT IN (SELECT id FROM owned); DROP TABLE owned');
}
