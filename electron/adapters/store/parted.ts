import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import { systemClock } from '../clock/clock.ts';
import { inTransaction, withoutWaiting } from './database.ts';
import type { FileInUse } from './file-in-use.ts';
import { clearValue, findRow, putRows, type Row, sealedRow, unsealed } from './rows.ts';
import { bytesOfTexts, fromBytes, toBytes, toText } from './sealed-json.ts';
import { type PartedTable, parts } from './tables.ts';

/** How long the text of a part may become, in characters, unless one item alone is longer. */
const partLength = 100_000;

/** How many parts are removed in one turn of the host. */
const removedAtOnce = 20;

/** Something that may be too long to be written in one turn of the host. */
export interface Parted {
  /** Values of the head's columns in the clear that come before `generation`, the id first. */
  readonly clear: Row['clear'];
  readonly head: unknown;
  readonly items: Iterable<unknown>;
}

const ownerOf = (table: PartedTable, id: string): string => `${table.name}/${id}`;
const partId = (owner: string, generation: string, index: number): string =>
  `${owner}/${generation}/${index}`;

/**
 * Writes it part by part; then it takes the place of the one before in one small transaction. Whatever
 * stops in between leaves that one, and parts that nobody speaks of until the next writing removes them.
 */
export async function writeParted(
  file: FileInUse,
  table: PartedTable,
  { clear, head, items }: Parted,
  sealer: Sealer,
): Promise<void> {
  const generation = randomUUID();
  const owner = ownerOf(table, clear[0]);
  let count = 0;
  for (const texts of portionsOf(items)) {
    const id = partId(owner, generation, count);
    const row = sealedRow(parts, [id, owner, generation], bytesOfTexts(texts), sealer);
    file.commit((database) => {
      withoutWaiting(database, () => {
        putRows(database, parts, [row]);
      });
    });
    count += 1;
    await systemClock.breathe();
  }
  const row = sealedRow(table, [...clear, generation, count], toBytes([head]), sealer);
  file.commit((database) => {
    inTransaction(database, () => {
      putRows(database, table, [row]);
    });
  });
  await removeParts(file, owner, generation);
}

/** What a head and items are in a table. */
export interface PartedShape<Head, Item> {
  readonly table: PartedTable;
  readonly head: z.ZodType<Head>;
  readonly item: z.ZodType<Item>;
}

/**
 * The head and the items; `null` where it is not there, cannot be read whole with this key, or is
 * nothing that this Hookdesk has written.
 */
export async function readParted<Head, Item>(
  file: FileInUse,
  { table, ...shape }: PartedShape<Head, Item>,
  id: string,
  sealer: Sealer,
): Promise<{ head: Head; items: Item[] } | null> {
  const row = file.use((database) => findRow(database, table, 'WHERE id = ?', id));
  const head = shape.head.safeParse(row === null ? null : contentOf(table, row, sealer)?.[0]);
  if (row === null || !head.success) return null;
  const generation = String(clearValue(table, row, 'generation'));
  const count = Number(clearValue(table, row, 'parts'));
  const some = z.array(shape.item);
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) {
    await systemClock.breathe();
    const wanted = partId(ownerOf(table, id), generation, index);
    const part = file.use((database) => findRow(database, parts, 'WHERE id = ?', wanted));
    const content = some.safeParse(part === null ? null : contentOf(parts, part, sealer));
    if (!content.success) return null;
    for (const item of content.data) items.push(item);
  }
  return { head: head.data, items };
}

export async function removeParted(file: FileInUse, table: PartedTable, id: string): Promise<void> {
  file.commit((database) => database.prepare(`DELETE FROM ${table.name} WHERE id = ?`).run(id));
  await removeParts(file, ownerOf(table, id), '');
}

function contentOf(
  table: PartedTable | typeof parts,
  row: Row,
  sealer: Sealer,
): readonly unknown[] | null {
  const content = unsealed(table, row, sealer);
  return content === null ? null : fromBytes(content);
}

/** Removes what belongs to other generations than this one. */
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
  while (file.commit(removeSome)) await systemClock.breathe();
}

/** Items as texts, so many that a part of them is not too long. */
function* portionsOf(items: Iterable<unknown>): Generator<string[], void, void> {
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = toText(item);
    if (texts.length > 0 && length + text.length > partLength) {
      yield texts;
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield texts;
}
