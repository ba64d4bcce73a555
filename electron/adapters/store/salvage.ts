import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { clearValue, putRowsOver, type Row, tableIn, visitRows } from './rows.ts';
import { chunkedTables, type Table, tables } from './tables.ts';

/** How many rows that are newer could still be read of a damaged file, of everything that a person knows. */
export type Salvaged = readonly {
  readonly words: readonly [string, string];
  readonly count: number;
}[];

/** From the beginning and from the end: what one order does not reach, another may. */
const orders = ['rowid', 'rowid DESC', 'id', 'id DESC'];

/**
 * Puts every row of a damaged file that is as it was written, and newer, into a sound one. Where all of a
 * table can be read, what is not in it is removed: it was deleted.
 */
export function salvageInto(sound: DatabaseSync, path: string): Salvaged {
  const damaged = openDamaged(path);
  if (damaged === null) return [];
  try {
    const saved: { words: readonly [string, string]; count: number }[] = [];
    inTransaction(sound, () => {
      for (const table of tables) {
        const count = salvageTable(sound, damaged, table);
        if (table.words !== null) saved.push({ words: table.words, count });
      }
      removeStrayParts(sound);
    });
    return saved;
  } finally {
    damaged.close();
  }
}

/** `null` where nothing of it can be opened: the copy of the file is what there is. */
function openDamaged(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  try {
    // SQLite opens a file that is shorter than it should be only where the schema may be repaired.
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
    if (put.has(id) || !isNewer(sound, table, row) || !hasAllParts(sound, table, row)) return;
    putRowsOver(sound, table, [row]);
    put.add(id);
  };
  const passes = orders.map((order) => readAll(damaged, table, order, take));
  if (table.name !== 'parts' && passes.every((whole) => whole)) {
    const remove = sound.prepare(`DELETE FROM ${table.name} WHERE id = ?`);
    for (const { id } of sound.prepare(`SELECT id FROM ${table.name}`).all()) {
      if (!found.has(String(id))) remove.run(String(id));
    }
  }
  return put.size;
}

/** Whether it came to the end, with every row whole. What `take` throws is not of the damaged file. */
function readAll(
  damaged: DatabaseSync,
  table: Table,
  order: string,
  take: (row: Row) => void,
): boolean {
  const found: { isWhole: boolean; error: Error | null } = { isWhole: true, error: null };
  const visit = (row: Row | null): boolean => {
    if (row === null) found.isWhole = false;
    else
      found.error = errorOf(() => {
        take(row);
      });
    return found.error === null;
  };
  const unreadable = errorOf(() => {
    visitRows(damaged, tableIn(damaged, table), `ORDER BY ${order}`, visit);
  });
  if (found.error !== null) throw found.error;
  return unreadable === null && found.isWhole;
}

/** What the work throws; `null` where it does not. */
function errorOf(work: () => void): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
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

/** Parts are there before the heads that need them: they come first among the tables. */
function hasAllParts(sound: DatabaseSync, table: Table, row: Row): boolean {
  if (!chunkedTables.some(({ name }) => name === table.name)) return true;
  const held = sound
    .prepare('SELECT count(*) AS count FROM parts WHERE owner = ? AND generation = ?')
    .get(`${table.name}/${row.clear[0]}`, clearValue(table, row, 'generation'));
  return Number(held?.count) === clearValue(table, row, 'parts');
}

/** Parts that no head speaks of. */
function removeStrayParts(sound: DatabaseSync): void {
  const owned = chunkedTables
    .map(({ name }) => `SELECT '${name}/' || id, generation FROM ${name}`)
    .join(' UNION ALL ');
  sound.exec(`DELETE FROM parts WHERE (owner, generation) NOT IN (${owned})`);
}
