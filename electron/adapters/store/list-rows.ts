import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from '#core/ports.ts';
import { decodeRowNumbers, type RowNumbers } from './row-numbers.ts';
import { clearValue, type Row, unsealed } from './rows.ts';
import { decodeContent } from './stored-content.ts';
import type { ListTable, Table } from './tables.ts';

export const ownerOf = (table: ListTable, id: string): string => `${table.name}/${id}`;
export const rowId = (owner: string, number: number): string => `${owner}/${number}`;

export const rowNumbersOf = (table: ListTable, head: Row): RowNumbers =>
  decodeRowNumbers(clearValue(table, head, 'row_numbers'));

/** Returns `null` when there is no row, or this key cannot read it. */
export function contentOf(
  table: Table,
  row: Row | null,
  sealer: Sealer,
): readonly unknown[] | null {
  const content = row === null ? null : unsealed(table, row, sealer);
  return content === null ? null : decodeContent(content);
}

export function unusedNumber(database: DatabaseSync, owner: string): number {
  const found = database
    .prepare('SELECT max(number) AS last FROM list_rows WHERE owner = ?')
    .get(owner);
  return Number(found?.last ?? 0) + 1;
}

export function rowIds(table: ListTable, head: Row): string[] {
  const owner = ownerOf(table, head.clear[0]);
  return rowNumbersOf(table, head).numbers.map((number) => rowId(owner, number));
}

export function hasAllRows(database: DatabaseSync, table: ListTable, head: Row): boolean {
  const query = database.prepare('SELECT 1 FROM list_rows WHERE id = ?');
  return rowIds(table, head).every((id) => query.get(id) !== undefined);
}
