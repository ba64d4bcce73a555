import { createHash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Table } from './tables.ts';

type Clear = string | number | null;

/** A row of a table, as far as it can be read without the key. */
export interface Row {
  /** Values of the columns that the table has in the clear, in their order. */
  readonly clear: readonly [id: string, ...rest: Clear[]];
  readonly content: Uint8Array;
  readonly checksum: Uint8Array;
}

/** The columns of whole rows, for a query of them. */
const columnsOf = (table: Table): string => [...table.clear, 'content', 'checksum'].join(', ');

/** Over what is in the clear and what is sealed, so it says nothing of what was sealed. */
function checksumOf(row: Omit<Row, 'checksum'>): Uint8Array {
  // Rows of older files lack the last columns: they read as null, and their checksum leaves them out.
  const last = row.clear.findLastIndex((value) => value !== null);
  const clear = row.clear.slice(0, last + 1);
  return createHash('sha256')
    .update(JSON.stringify(clear))
    .update('\0')
    .update(row.content)
    .digest()
    .subarray(0, 16);
}

/**
 * A row that is as it was written; `null` for anything else. `cells` are those of its columns. There may
 * be a hundred thousand of them: a schema would take longer than everything else.
 */
function wholeRow(table: Table, cells: unknown): Row | null {
  const count = table.clear.length;
  if (!isList(cells) || cells.length !== count + 2) return null;
  const [id, ...rest] = cells.slice(0, count);
  const [content, checksum] = cells.slice(count);
  if (typeof id !== 'string' || !rest.every(isClear)) return null;
  if (!(content instanceof Uint8Array && checksum instanceof Uint8Array)) return null;
  const row = { clear: [id, ...rest] as const, content };
  return Buffer.from(checksumOf(row)).equals(checksum) ? { ...row, checksum } : null;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isClear = (value: unknown): value is Clear =>
  typeof value === 'string' || typeof value === 'number' || value === null;

/** A table to read from a file of any version: null stands for columns that an older one lacks. */
export function tableIn(database: DatabaseSync, table: Table): Table {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table.name);
  const held = new Set(columns.map(({ name }) => name));
  return { ...table, clear: table.clear.map((column) => (held.has(column) ? column : 'NULL')) };
}

function select(database: DatabaseSync, table: Table, rest: string): StatementSync {
  const query = database.prepare(`SELECT ${columnsOf(table)} FROM ${table.name} ${rest}`);
  query.setReturnArrays(true);
  return query;
}

/** The first row that a query finds; `null` where there is none, or it is not whole. */
export function findRow(
  database: DatabaseSync,
  table: Table,
  rest: string,
  ...values: Clear[]
): Row | null {
  return wholeRow(table, select(database, table, rest).get(...values));
}

/** All rows of a table whose rows are few and short; `null` for each that is not whole. */
export function allRows(database: DatabaseSync, table: Table): (Row | null)[] {
  return select(database, table, '')
    .all()
    .map((cells) => wholeRow(table, cells));
}

/** So many rows behind this number, `null` for each that is not whole; `last` is `null` at the end. */
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
  const found = z.array(z.tuple([z.number()], z.unknown())).parse(query.all(after, limit));
  return {
    rows: found.map(([, ...cells]) => wholeRow(table, cells)),
    last: found.at(-1)?.[0] ?? null,
  };
}

/**
 * Visits the rows of a query one after the other, `null` for each that is not whole, until `visit` returns
 * `false`. A statement that is left open keeps the log of the database from being used again: this one is
 * finished when the call returns or throws.
 */
export function visitRows(
  database: DatabaseSync,
  table: Table,
  rest: string,
  visit: (row: Row | null) => boolean,
): void {
  for (const cells of select(database, table, rest).iterate()) {
    if (!visit(wholeRow(table, cells))) return;
  }
}

/**
 * Rows with these values in a column, in the order of the values; `null` for a row that is gone or not
 * whole. One statement serves all: preparing it takes longer than finding a row.
 */
export function rowsBy(
  database: DatabaseSync,
  table: Table,
  column: 'id' | 'sequence',
  values: readonly (string | number)[],
): (Row | null)[] {
  const query = database.prepare(
    `SELECT ${columnsOf(table)} FROM ${table.name} WHERE ${column} = ?`,
  );
  query.setReturnArrays(true);
  return values.map((value) => wholeRow(table, query.get(value)));
}

/**
 * Puts rows in, in the place of those of the same ids. The number of a journal's entry stays as it is, so
 * that fewer indices change: this takes a third of the time of replacing whole rows.
 *
 * @param unless SQL for rows that stay as they are
 */
export function putRows(
  database: DatabaseSync,
  table: Table,
  rows: readonly Row[],
  unless = 'FALSE',
): void {
  const changing = [...table.clear, 'content', 'checksum'].filter(
    (column) => column !== 'id' && column !== 'sequence',
  );
  const changes = changing.map((column) => `${column} = excluded.${column}`).join(', ');
  const update = `ON CONFLICT (id) DO UPDATE SET ${changes} WHERE NOT (${unless})`;
  put(database, `INSERT INTO ${place(table)} ${update}`, rows);
}

/** The same, also in the place of rows with other ids, where they share a number that one alone can have. */
export function putRowsOver(database: DatabaseSync, table: Table, rows: readonly Row[]): void {
  put(database, `INSERT OR REPLACE INTO ${place(table)}`, rows);
}

const place = (table: Table): string => {
  const values = Array.from({ length: table.clear.length + 2 }, () => '?').join(', ');
  return `${table.name} (${columnsOf(table)}) VALUES (${values})`;
};

function put(database: DatabaseSync, sql: string, rows: readonly Row[]): void {
  const statement = database.prepare(sql);
  for (const { clear, content, checksum } of rows) statement.run(...clear, content, checksum);
}

/** The value of a column that the table has in the clear. */
export function clearValue(table: Table, row: Row, column: string): Clear {
  return row.clear[table.clear.indexOf(column)] ?? null;
}

/** What is associated with a sealed row: none can be passed off as another. */
const associated = (table: Table, id: string): string =>
  `${table.name === 'drafts' ? 'draft' : table.name}/${id}`;

/** A row whose content is sealed, with its checksum. */
export function sealedRow(
  table: Table,
  clear: Row['clear'],
  content: Uint8Array,
  sealer: Sealer,
): Row {
  return rowOf(clear, sealedContent(table, clear[0], content, sealer));
}

/** The content of a row of this id, sealed: what is in the clear may be known only later. */
export function sealedContent(
  table: Table,
  id: string,
  content: Uint8Array,
  sealer: Sealer,
): Uint8Array {
  return sealer.seal(content, associated(table, id));
}

/** A row of what is sealed already, with its checksum. */
export function rowOf(clear: Row['clear'], content: Uint8Array): Row {
  return { clear, content, checksum: checksumOf({ clear, content }) };
}

/** The content of a row; `null` for what cannot be read with this key. */
export function unsealed(table: Table, row: Row, sealer: Sealer): Uint8Array | null {
  try {
    return sealer.open(row.content, associated(table, row.clear[0]));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'storage-failed') return null;
    throw error;
  }
}
