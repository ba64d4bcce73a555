import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Sealer } from '#core/store-ports.ts';
import { inBatches } from '../clock/clock.ts';
import type { FileInUse } from './file-in-use.ts';
import {
  contentOf,
  encodeRowNumbers,
  ownerOf,
  rowId,
  type RowNumbers,
  rowNumbersOf,
  unusedNumber,
} from './list-rows.ts';
import { findRow, putRows, type Row, rowsBy, sealedRow } from './rows.ts';
import { encodeContent } from './stored-content.ts';
import { type ListTable, listRows } from './tables.ts';

const rowsAtOnce = 100;
const removedAtOnce = 200;

interface ListShape<Head, Item> {
  readonly table: ListTable;
  readonly head: z.ZodType<Head>;
  readonly item: z.ZodType<Item>;
}

/** A list as it is to be stored. */
interface Replacement<Head, Item> {
  /** The columns before `generation`. */
  readonly clearValues: Row['clearValues'];
  readonly head: Head;
  readonly rows: RowNumbers;
  /** Items with numbers that the stored list does not have. */
  readonly added: Iterable<{ readonly number: number; readonly item: Item }>;
  /** Runs in the transaction that replaces the head. */
  readonly beside?: (database: DatabaseSync) => void;
}

/** Lists with one sealed row per item. Rows are never changed, so the head alone decides what a list has. */
export function listStore<Head, Item>(
  file: FileInUse,
  { table, head: headSchema, item: itemSchema }: ListShape<Head, Item>,
) {
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  const items = z.array(itemSchema);
  const headRow = (id: string): Row | null => file.use((database) => findRow(database, table, id));

  return {
    /** Calls for one id run one after the other. */
    inTurn: <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
      const turn = turns.get(id) ?? pLimit(1);
      turns.set(id, turn);
      return turn(work);
    },
    /** Returns `null` for a list that is missing, unknown or not readable with this key. */
    find: (id: string, sealer: Sealer): { head: Head; rows: RowNumbers } | null => {
      const row = headRow(id);
      if (row === null) return null;
      const head = headSchema.safeParse(contentOf(table, row, sealer)?.[0]);
      return head.success ? { head: head.data, rows: rowNumbersOf(table, row) } : null;
    },
    /** Returns `null` when one cannot be read. */
    items: async (
      id: string,
      numbers: readonly number[],
      sealer: Sealer,
    ): Promise<Item[] | null> => {
      const owner = ownerOf(table, id);
      const ids = numbers.map((number) => rowId(owner, number));
      const found: Item[] = [];
      for await (const batch of inBatches(ids, rowsAtOnce)) {
        for (const row of file.use((database) => rowsBy(database, listRows, 'id', batch))) {
          const content = items.safeParse(contentOf(listRows, row, sealer));
          if (!content.success) return null;
          for (const item of content.data) found.push(item);
        }
      }
      return found;
    },
    unusedNumber: (id: string): number => {
      const row = headRow(id);
      const next = row === null ? 1 : rowNumbersOf(table, row).next;
      return Math.max(
        next,
        file.use((database) => unusedNumber(database, ownerOf(table, id))),
      );
    },
    replace: async (
      { clearValues, head, rows, added, beside }: Replacement<Head, Item>,
      sealer: Sealer,
    ): Promise<void> => {
      const owner = ownerOf(table, clearValues[0]);
      for await (const batch of inBatches(added, rowsAtOnce)) {
        const sealed = batch.map(({ number, item }) =>
          sealedRow(
            listRows,
            [rowId(owner, number), owner, '', number],
            encodeContent([item]),
            sealer,
          ),
        );
        file.commitLater((database) => {
          putRows(database, listRows, sealed);
        });
      }
      const columns: Row['clearValues'] = [...clearValues, '', 0, encodeRowNumbers(rows)];
      const row = sealedRow(table, columns, encodeContent([head]), sealer);
      file.commit((database) => {
        putRows(database, table, [row]);
        beside?.(database);
      });
      await removeRows(file, owner, new Set(rows.numbers));
    },
    remove: async (id: string, beside?: (database: DatabaseSync) => void): Promise<void> => {
      file.commit((database) => {
        database.prepare(`DELETE FROM ${table.name} WHERE id = ?`).run(id);
        beside?.(database);
      });
      await removeRows(file, ownerOf(table, id), new Set());
    },
  };
}

const numbersOf = (database: DatabaseSync, owner: string): number[] =>
  database
    .prepare('SELECT number FROM list_rows WHERE owner = ?')
    .all(owner)
    .map(({ number }) => Number(number));

async function removeRows(
  file: FileInUse,
  owner: string,
  except: ReadonlySet<number>,
): Promise<void> {
  const removed = file
    .use((database) => numbersOf(database, owner))
    .filter((number) => !except.has(number));
  for await (const batch of inBatches(removed, removedAtOnce)) {
    const ids = JSON.stringify(batch.map((number) => rowId(owner, number)));
    file.commitLater((database) => {
      database
        .prepare('DELETE FROM list_rows WHERE id IN (SELECT value FROM json_each(?))')
        .run(ids);
    });
  }
}
