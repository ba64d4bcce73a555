import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer } from '#core/store-ports.ts';
import { ProblemError } from '#domain/problem.ts';
import { prepared } from './database.ts';
import type { Table } from './tables.ts';

type ClearValue = string | number | null;

/** A row of any table: unencrypted columns, sealed content, and a checksum over both. */
export interface Row {
  /** Values of the unencrypted columns, in the order of `Table.clearColumns`. */
  readonly clearValues: readonly [id: string, ...rest: ClearValue[]];
  readonly content: Uint8Array;
  readonly checksum: Uint8Array;
}

const columnsOf = (table: Table): string =>
  [...table.clearColumns, 'content', 'checksum'].join(', ');

/** Covers unencrypted values and ciphertext, so it reveals no plaintext. */
function checksumOf(row: Omit<Row, 'checksum'>): Uint8Array {
  // A row written before a column was added has null in it, and a checksum without it.
  const last = row.clearValues.findLastIndex((value) => value !== null);
  const clearValues = row.clearValues.slice(0, last + 1);
  return createHash('sha256')
    .update(JSON.stringify(clearValues))
    .update('\0')
    .update(row.content)
    .digest()
    .subarray(0, 16);
}

/** Returns `null` for a damaged row. A schema would be too slow for 100,000 rows. */
function wholeRow(table: Table, cells: unknown): Row | null {
  const count = table.clearColumns.length;
  if (!isList(cells) || cells.length !== count + 2) return null;
  const [id, ...rest] = cells.slice(0, count);
  const [content, checksum] = cells.slice(count);
  if (typeof id !== 'string' || !rest.every(isClear)) return null;
  if (!(content instanceof Uint8Array && checksum instanceof Uint8Array)) return null;
  const row = { clearValues: [id, ...rest] as const, content };
  return Buffer.from(checksumOf(row)).equals(checksum) ? { ...row, checksum } : null;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isClear = (value: unknown): value is ClearValue =>
  typeof value === 'string' || typeof value === 'number' || value === null;

/** The table with `NULL` for each column that a later migration adds to this file; `null` without the table. */
export function tableIn(database: DatabaseSync, table: Table): Table | null {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table.name);
  if (columns.length === 0) return null;
  const existing = new Set(columns.map(({ name }) => name));
  return {
    ...table,
    clearColumns: table.clearColumns.map((column) => (existing.has(column) ? column : 'NULL')),
  };
}

const selectFrom = (table: Table, rest: string): string =>
  `SELECT ${columnsOf(table)} FROM ${table.name} ${rest}`;

/** Returns `null` when there is no row or the row is damaged. */
export const findRow = (database: DatabaseSync, table: Table, id: string): Row | null =>
  rowsBy(database, table, 'id', [id])[0] ?? null;

/** The rows after a rowid, with `null` for each damaged one; `last` is the last rowid, or `null` at the end. */
export function rowsAfter(
  database: DatabaseSync,
  table: Table,
  after: number,
  limit: number,
): { rows: (Row | null)[]; last: number | null } {
  const query = database.prepare(
    `SELECT rowid, ${columnsOf(table)} FROM ${table.name} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  );
  query.setReturnArrays(true);
  const results = z.array(z.tuple([z.number()], z.unknown())).parse(query.all(after, limit));
  return {
    rows: results.map(([, ...cells]) => wholeRow(table, cells)),
    last: results.at(-1)?.[0] ?? null,
  };
}

/** `null` for each damaged row. Use it up or leave its loop: an open statement keeps SQLite from reusing its log. */
export function* eachRow(
  database: DatabaseSync,
  table: Table,
  order = '',
): Generator<Row | null, void, void> {
  const query = database.prepare(selectFrom(table, order));
  query.setReturnArrays(true);
  for (const cells of query.iterate()) yield wholeRow(table, cells);
}

/** In the order of `values`; `null` for each missing or damaged row. */
export function rowsBy(
  database: DatabaseSync,
  table: Table,
  column: 'id' | 'sequence',
  values: readonly (string | number)[],
): (Row | null)[] {
  const query = prepared(database, selectFrom(table, `WHERE ${column} = ?`));
  query.setReturnArrays(true);
  return values.map((value) => wholeRow(table, query.get(value)));
}

/** Keeps an entry's `sequence`: three times as fast as replacing rows. `unless`: SQL for rows to keep. */
export function putRows(
  database: DatabaseSync,
  table: Table,
  rows: readonly Row[],
  unless = 'FALSE',
): void {
  const changing = [...table.clearColumns, 'content', 'checksum'].filter(
    (column) => column !== 'id' && column !== 'sequence',
  );
  const changes = changing.map((column) => `${column} = excluded.${column}`).join(', ');
  const update = `ON CONFLICT (id) DO UPDATE SET ${changes} WHERE NOT (${unless})`;
  put(database, `INSERT INTO ${insertTarget(table)} ${update}`, rows);
}

/** Also replaces rows with another id that have the same unique sequence number. */
export function putRowsOver(database: DatabaseSync, table: Table, rows: readonly Row[]): void {
  put(database, `INSERT OR REPLACE INTO ${insertTarget(table)}`, rows);
}

const insertTarget = (table: Table): string => {
  const values = Array.from({ length: table.clearColumns.length + 2 }, () => '?').join(', ');
  return `${table.name} (${columnsOf(table)}) VALUES (${values})`;
};

function put(database: DatabaseSync, sql: string, rows: readonly Row[]): void {
  const statement = prepared(database, sql);
  for (const { clearValues, content, checksum } of rows) {
    statement.run(...clearValues, content, checksum);
  }
}

export function clearValue(table: Table, row: Row, column: string): ClearValue {
  return row.clearValues[table.clearColumns.indexOf(column)] ?? null;
}

/** Associated data: a row's content cannot be moved to another row. */
const associated = (table: Table, id: string): string =>
  `${table.name === 'drafts' ? 'draft' : table.name}/${id}`;

export function sealedRow(
  table: Table,
  clearValues: Row['clearValues'],
  content: Uint8Array,
  sealer: Sealer,
): Row {
  return rowOf(clearValues, sealedContent(table, clearValues[0], content, sealer));
}

export function sealedContent(
  table: Table,
  id: string,
  content: Uint8Array,
  sealer: Sealer,
): Uint8Array {
  return sealer.seal(content, associated(table, id));
}

export function rowOf(clearValues: Row['clearValues'], content: Uint8Array): Row {
  return { clearValues, content, checksum: checksumOf({ clearValues, content }) };
}

/** Returns `null` when this key cannot decrypt the content. */
export function unsealed(table: Table, row: Row, sealer: Sealer): Uint8Array | null {
  try {
    return sealer.open(row.content, associated(table, row.clearValues[0]));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'storage-failed') return null;
    throw error;
  }
}

export const syncToPromise =
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...input));
    });
