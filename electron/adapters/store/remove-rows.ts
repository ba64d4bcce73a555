import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../clock/clock.ts';
import { withoutWaiting } from './database.ts';
import type { FileInUse } from './file-in-use.ts';
import { rowId } from './list-rows.ts';

const removedAtOnce = 200;

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
  for (let start = 0; start < removed.length; start += removedAtOnce) {
    const ids = removed.slice(start, start + removedAtOnce).map((number) => rowId(owner, number));
    file.commit((database) => {
      withoutWaiting(database, () => {
        database
          .prepare('DELETE FROM list_rows WHERE id IN (SELECT value FROM json_each(?))')
          .run(JSON.stringify(ids));
      });
    });
    await systemClock.yieldToEventLoop();
  }
  while (file.commit((database) => removeChunks(database, owner)))
    await systemClock.yieldToEventLoop();
}

/** Returns whether more may be left. */
function removeChunks(database: DatabaseSync, owner: string): boolean {
  const atOnce = 20;
  let removed = 0;
  withoutWaiting(database, () => {
    const { changes } = database
      .prepare(
        'DELETE FROM list_rows WHERE id IN (SELECT id FROM list_rows WHERE owner = ? AND number IS NULL LIMIT ?)',
      )
      .run(owner, atOnce);
    removed = Number(changes);
  });
  return removed === atOnce;
}
