import type { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import { systemClock } from '../clock/clock.ts';
import type { FileInUse } from './file-in-use.ts';
import { contentOf, rowIds } from './list-rows.ts';
import { findRow, type Row } from './rows.ts';
import { listRows, type ListTable } from './tables.ts';

interface OlderList<Item> {
  readonly table: ListTable;
  readonly row: Row;
  readonly items: z.ZodType<Item[]>;
}

/** Files up to version 4 have chunks of many items. Returns `null` when one cannot be read. */
export async function findOlderItems<Item>(
  file: FileInUse,
  { table, row, items }: OlderList<Item>,
  sealer: Sealer,
): Promise<Item[] | null> {
  const found: Item[] = [];
  for (const id of rowIds(table, row)) {
    await systemClock.yieldToEventLoop();
    const chunk = file.use((database) => findRow(database, listRows, 'WHERE id = ?', id));
    const content = items.safeParse(contentOf(listRows, chunk, sealer));
    if (!content.success) return null;
    for (const item of content.data) found.push(item);
  }
  return found;
}
