import type { DatabaseSync } from 'node:sqlite';
import { inBatches } from '../clock/batches.ts';
import { systemClock } from '../clock/clock.ts';
import type { FileInUse } from './file-in-use.ts';
import { rowId } from './list-rows.ts';

const rowsAtOnce = 200;
const chunksAtOnce = 20;

const numbersOf = (database: DatabaseSync, owner: string): number[] =>
  database
    .prepare('SELECT number FROM list_rows WHERE owner = ? AND number IS NOT NULL')
    .all(owner)
    .map(({ number }) => Number(number));

/** In turns. Also removes chunks, which have no number. */
export async function removeRows(
  file: FileInUse,
  owner: string,
  except: ReadonlySet<number>,
): Promise<void> {
  const removed = file
    .use((database) => numbersOf(database, owner))
    .filter((number) => !except.has(number));
  for await (const some of inBatches(removed, rowsAtOnce)) {
    const ids = JSON.stringify(some.map((number) => rowId(owner, number)));
    file.commitLater((database) => {
      database
        .prepare('DELETE FROM list_rows WHERE id IN (SELECT value FROM json_each(?))')
        .run(ids);
    });
  }
  while (file.commitLater((database) => removeChunks(database, owner)) === chunksAtOnce)
    await systemClock.yieldToEventLoop();
}

/** Returns how many it removed. */
const removeChunks = (database: DatabaseSync, owner: string): number | bigint =>
  database
    .prepare(
      'DELETE FROM list_rows WHERE id IN (SELECT id FROM list_rows WHERE owner = ? AND number IS NULL LIMIT ?)',
    )
    .run(owner, chunksAtOnce).changes;
