import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer } from '#core/store-ports.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { clearValue, type Row, unsealed } from './rows.ts';
import { decodeContent } from './stored-content.ts';
import type { ListTable, Table } from './tables.ts';

/** Runs of consecutive numbers, as first number and count. */
const Stored = z.object({ next: z.int(), runs: z.array(z.tuple([z.int(), z.int()])) });

/** Which rows a stored list has. */
export interface RowNumbers {
  /** Numbers of a list's rows, in its order. A number never gets another content. */
  readonly numbers: readonly number[];
  /** The first number that was never used. */
  readonly next: number;
}

export function encodeRowNumbers({ numbers, next }: RowNumbers): string {
  const runs: [first: number, count: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && number === run[0] + run[1]) run[1] += 1;
    else runs.push([number, 1]);
  }
  return JSON.stringify({ next, runs });
}

function decodeRowNumbers(text: unknown): RowNumbers {
  const { next, runs } = Stored.parse(parseJson(String(text)));
  const numbers: number[] = [];
  for (const [first, count] of runs) {
    for (let number = first; number < first + count; number += 1) numbers.push(number);
  }
  return { next, numbers };
}

/** The numbers of a list that is written: those of its stored rows, and new ones for new items. */
export class NewRowNumbers<Item> implements RowNumbers {
  readonly numbers: number[] = [];
  readonly added: { readonly number: number; readonly item: () => Item }[] = [];
  next: number;

  constructor(firstUnused: number) {
    this.next = firstUnused;
  }

  /** `stored`: the number of the row that holds this item already. */
  add(stored: number | null | undefined, item: () => Item): number {
    const number = stored ?? this.next;
    if (number === this.next) {
      this.added.push({ number, item });
      this.next += 1;
    }
    this.numbers.push(number);
    return number;
  }

  /** Built one by one, when they are written. */
  *items(): Generator<{ number: number; item: Item }, void, void> {
    for (const { number, item } of this.added) yield { number, item: item() };
  }
}

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
  const row = database
    .prepare('SELECT max(number) AS last FROM list_rows WHERE owner = ?')
    .get(owner);
  return Number(row?.last ?? 0) + 1;
}

export function rowIds(table: ListTable, head: Row): string[] {
  const owner = ownerOf(table, head.clearValues[0]);
  return rowNumbersOf(table, head).numbers.map((number) => rowId(owner, number));
}

export function hasAllRows(database: DatabaseSync, table: ListTable, head: Row): boolean {
  const query = database.prepare('SELECT 1 FROM list_rows WHERE id = ?');
  return rowIds(table, head).every((id) => query.get(id) !== undefined);
}
