import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import { systemClock } from '../clock/clock.ts';
import { inTransaction, withoutWaiting } from './database.ts';
import type { FileInUse } from './file-in-use.ts';
import { findOlderItems } from './older-lists.ts';
import { decodeRowNumbers, encodeRowNumbers, type RowNumbers } from './row-numbers.ts';
import { findRow, putRows, type Row, rowsBy, sealedRow } from './rows.ts';
import { contentOf, ownerOf, rowId, unusedNumber } from './list-rows.ts';
import { removeRows } from './remove-rows.ts';
import { encodeContent } from './stored-content.ts';
import { type ListTable, listRows } from './tables.ts';

const rowsAtOnce = 100;

interface ListShape<Head, Item> {
  readonly table: ListTable;
  readonly head: z.ZodType<Head>;
  readonly item: z.ZodType<Item>;
}

export interface FoundList<Head> {
  readonly head: Head;
  /** `null` for a list in chunks, which `olderItems` reads. */
  readonly rows: RowNumbers | null;
}

interface Replacement<Head, Item> {
  /** The columns before those of older lists. */
  readonly clear: Row['clear'];
  readonly head: Head;
  readonly rows: RowNumbers;
  /** Items with numbers that the stored list does not have. */
  readonly added: Iterable<{ readonly number: number; readonly item: Item }>;
  /** Runs in the transaction that replaces the head. */
  readonly beside?: (database: DatabaseSync) => void;
}

export interface ListStore<Head, Item> {
  /** Calls for one id run one after the other. */
  inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns `null` when the head is missing, unknown, or not readable with this key. */
  find(id: string, sealer: Sealer): FoundList<Head> | null;
  /** Returns `null` when one cannot be read. */
  items(id: string, numbers: readonly number[], sealer: Sealer): Promise<Item[] | null>;
  olderItems(id: string, sealer: Sealer): Promise<Item[] | null>;
  unusedNumber(id: string): number;
  replace(list: Replacement<Head, Item>, sealer: Sealer): Promise<void>;
  /** `beside` runs in the transaction that removes the head. */
  remove(id: string, beside?: (database: DatabaseSync) => void): Promise<void>;
}

/** Lists with one sealed row per item. Rows are never changed, so the head alone decides what a list has. */
export function listStore<Head, Item>(
  file: FileInUse,
  { table, head: headSchema, item: itemSchema }: ListShape<Head, Item>,
): ListStore<Head, Item> {
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  const items = z.array(itemSchema);
  const headRow = (id: string): Row | null =>
    file.use((database) => findRow(database, table, 'WHERE id = ?', id));
  const rowNumbers = (row: Row): RowNumbers | null =>
    decodeRowNumbers(row.clear[table.clear.indexOf('row_numbers')]);

  return {
    inTurn: (id, work) => {
      const turn = turns.get(id) ?? pLimit(1);
      turns.set(id, turn);
      return turn(work);
    },
    find: (id, sealer) => {
      const row = headRow(id);
      if (row === null) return null;
      const head = headSchema.safeParse(contentOf(table, row, sealer)?.[0]);
      return head.success ? { head: head.data, rows: rowNumbers(row) } : null;
    },
    items: async (id, numbers, sealer) => {
      const found: Item[] = [];
      for (let start = 0; start < numbers.length; start += rowsAtOnce) {
        await systemClock.yieldToEventLoop();
        const ids = numbers
          .slice(start, start + rowsAtOnce)
          .map((number) => rowId(ownerOf(table, id), number));
        for (const row of file.use((database) => rowsBy(database, listRows, 'id', ids))) {
          const content = items.safeParse(contentOf(listRows, row, sealer));
          if (!content.success) return null;
          for (const item of content.data) found.push(item);
        }
      }
      return found;
    },
    olderItems: async (id, sealer) => {
      const row = headRow(id);
      return row === null ? null : findOlderItems(file, { table, row, items }, sealer);
    },
    unusedNumber: (id) => {
      const row = headRow(id);
      const next = row === null ? 1 : (rowNumbers(row)?.next ?? 1);
      return Math.max(
        next,
        file.use((database) => unusedNumber(database, ownerOf(table, id))),
      );
    },
    replace: async ({ clear, head, rows, added, beside }, sealer) => {
      const owner = ownerOf(table, clear[0]);
      for (const batch of batchesOf(added)) {
        const sealed = batch.map(({ number, item }) =>
          sealedRow(
            listRows,
            [rowId(owner, number), owner, '', number],
            encodeContent([item]),
            sealer,
          ),
        );
        file.commit((database) => {
          withoutWaiting(database, () => {
            inTransaction(database, () => {
              putRows(database, listRows, sealed);
            });
          });
        });
        await systemClock.yieldToEventLoop();
      }
      const columns: Row['clear'] = [...clear, '', 0, encodeRowNumbers(rows)];
      const row = sealedRow(table, columns, encodeContent([head]), sealer);
      file.commit((database) => {
        inTransaction(database, () => {
          putRows(database, table, [row]);
          beside?.(database);
        });
      });
      await removeRows(file, owner, new Set(rows.numbers));
    },
    remove: async (id, beside) => {
      file.commit((database) => {
        inTransaction(database, () => {
          database.prepare(`DELETE FROM ${table.name} WHERE id = ?`).run(id);
          beside?.(database);
        });
      });
      await removeRows(file, ownerOf(table, id), new Set());
    },
  };
}

function* batchesOf<Value>(values: Iterable<Value>): Generator<Value[], void, void> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
