import { z } from 'zod';
import type { PauseStore, Sealer } from '#core/store-ports.ts';
import { Pause } from '#domain/pausing/pause.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import type { FileInUse } from './file-in-use.ts';
import { eachRow, putRows, type Row, sealedRow, syncToPromise, unsealed } from './rows.ts';
import { pauses as table } from './tables.ts';

const time = z.iso.datetime().transform((text) => new Date(text));

const StoredPause = Pause.extend({
  madeAt: time,
  from: time,
  until: time.nullable(),
  endedAt: time.nullable(),
});

export function createPauseStore(file: FileInUse): PauseStore {
  return {
    all: syncToPromise((sealer: Sealer) =>
      file.use((database) =>
        [...eachRow(database, table)].flatMap((row) =>
          row === null ? [] : (pauseOf(row, sealer) ?? []),
        ),
      ),
    ),
    write: syncToPromise((changed: readonly Pause[], sealer: Sealer) => {
      const rows = changed.map((pause) => rowOf(pause, sealer));
      file.commit((database) => {
        putRows(database, table, rows);
      });
    }),
    remove: syncToPromise((pauseId: string) => {
      file.commit((database) => {
        database.prepare('DELETE FROM pauses WHERE id = ?').run(pauseId);
      });
    }),
  };
}

function rowOf(pause: Pause, sealer: Sealer): Row {
  const content = Buffer.from(JSON.stringify(pause));
  // History numbers later entries above it, also after it was pruned.
  const lastSequence = Math.max(0, ...pause.webhooks.map(({ sequence }) => sequence));
  return sealedRow(table, [pause.id, Date.now(), lastSequence], content, sealer);
}

function pauseOf(row: Row, sealer: Sealer): Pause | null {
  const content = unsealed(table, row, sealer);
  if (content === null) return null;
  const read = StoredPause.safeParse(parseJson(Buffer.from(content).toString('utf8')));
  return read.success ? read.data : null;
}
