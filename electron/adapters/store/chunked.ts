import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import { systemClock } from '../clock/clock.ts';
import { inTransaction, withoutWaiting } from './database.ts';
import type { FileInUse } from './file-in-use.ts';
import { clearValue, findRow, putRows, type Row, sealedRow, unsealed } from './rows.ts';
import { decodeContent, encodeChunks, encodeContent } from './stored-content.ts';
import { type ChunkedTable, parts } from './tables.ts';

const removedAtOnce = 20;

interface ChunkedShape<Head, Item> {
  readonly table: ChunkedTable;
  readonly head: z.ZodType<Head>;
  readonly item: z.ZodType<Item>;
}

interface Chunked<Head, Item> {
  readonly clear: Row['clear'];
  readonly head: Head;
  readonly items: Iterable<Item>;
}

/** Calls for one id run one after the other. */
export function chunkedStore<Head, Item>(
  file: FileInUse,
  { table, head: headSchema, item }: ChunkedShape<Head, Item>,
) {
  const items = z.array(item);
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  const inTurn = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = turns.get(id) ?? pLimit(1);
    turns.set(id, turn);
    return turn(work);
  };
  const ownerOf = (id: string): string => `${table.name}/${id}`;

  /** Returns `null` when the row is missing, incomplete, unknown, or not readable with this key. */
  const read = (id: string, sealer: Sealer) =>
    inTurn(id, async () => {
      const row = file.use((database) => findRow(database, table, 'WHERE id = ?', id));
      const head = headSchema.safeParse(contentOf(table, row, sealer)?.[0]);
      if (row === null || !head.success) return null;
      const generation = String(clearValue(table, row, 'generation'));
      const count = Number(clearValue(table, row, 'parts'));
      const found: Item[] = [];
      for (let index = 0; index < count; index += 1) {
        await systemClock.yieldToEventLoop();
        const wanted = partId(ownerOf(id), generation, index);
        const part = file.use((database) => findRow(database, parts, 'WHERE id = ?', wanted));
        const content = items.safeParse(contentOf(parts, part, sealer));
        if (!content.success) return null;
        for (const each of content.data) found.push(each);
      }
      return { head: head.data, items: found };
    });

  /** The head is replaced last, so an interruption leaves the old one; the next write removes stray parts. */
  const write = ({ clear, head, items: written }: Chunked<Head, Item>, sealer: Sealer) =>
    inTurn(clear[0], async () => {
      const generation = randomUUID();
      const owner = ownerOf(clear[0]);
      let count = 0;
      for (const chunk of encodeChunks(written)) {
        const id = partId(owner, generation, count);
        const row = sealedRow(parts, [id, owner, generation], chunk, sealer);
        file.commit((database) => {
          withoutWaiting(database, () => {
            putRows(database, parts, [row]);
          });
        });
        count += 1;
        await systemClock.yieldToEventLoop();
      }
      const row = sealedRow(table, [...clear, generation, count], encodeContent([head]), sealer);
      file.commit((database) => {
        inTransaction(database, () => {
          putRows(database, table, [row]);
        });
      });
      await removeParts(file, owner, generation);
    });

  const remove = (id: string) =>
    inTurn(id, async () => {
      file.commit((database) => database.prepare(`DELETE FROM ${table.name} WHERE id = ?`).run(id));
      await removeParts(file, ownerOf(id), '');
    });

  return { read, write, remove };
}

const partId = (owner: string, generation: string, index: number): string =>
  `${owner}/${generation}/${index}`;

function contentOf(
  table: ChunkedTable | typeof parts,
  row: Row | null,
  sealer: Sealer,
): readonly unknown[] | null {
  const content = row === null ? null : unsealed(table, row, sealer);
  return content === null ? null : decodeContent(content);
}

async function removeParts(file: FileInUse, owner: string, but: string): Promise<void> {
  const removeSome = (database: DatabaseSync): boolean => {
    let removed = 0;
    withoutWaiting(database, () => {
      removed = Number(
        database
          .prepare(
            'DELETE FROM parts WHERE id IN (SELECT id FROM parts WHERE owner = ? AND generation <> ? LIMIT ?)',
          )
          .run(owner, but, removedAtOnce).changes,
      );
    });
    return removed === removedAtOnce;
  };
  while (file.commit(removeSome)) await systemClock.yieldToEventLoop();
}
