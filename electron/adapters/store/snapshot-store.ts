import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer } from '#core/ports.ts';
import type { SnapshotStore, StoredSnapshot } from '#core/store-ports.ts';
import { SegmentBuilder } from '#domain/webhook/segment/segment-builder.ts';
import { type TableRow, WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { inBatches } from '../clock/batches.ts';
import { assembleSnapshot } from './assemble-snapshot.ts';
import type { FileInUse } from './file-in-use.ts';
import { listStore } from './list-store.ts';
import { clearValue, eachRow, findRow, putRows, sealedRow, unsealed } from './rows.ts';
import { NewRowNumbers } from './row-numbers.ts';
import { itemOfMark, SnapshotItem } from './snapshot-item.ts';
import { decodeSegment, encodeSegment, type StoredSegment } from './stored-segment.ts';
import { emptyNumbers, StoredWebhooks } from './stored-webhooks.ts';
import { syncToPromise } from './sync-to-promise.ts';
import { segments, snapshots as table } from './tables.ts';

const Head = z.object({ connectionId: z.string(), readAt: z.date() });

const webhooksAtOnce = 500;

/** A segment is written again after so many rows, or a tenth of its webhooks if these are more. */
const rowsPerSegment = 100;

export function createSnapshotStore(file: FileInUse): SnapshotStore {
  const lists = listStore(file, { table, head: Head, item: SnapshotItem });
  const stored = new Map<string, StoredWebhooks>();
  file.onReopened(() => {
    stored.clear();
  });

  const findSegment = (id: string, sealer: Sealer): StoredSegment | null => {
    const row = file.use((database) => findRow(database, segments, id));
    const content = row === null ? null : unsealed(segments, row, sealer);
    return content === null ? null : decodeSegment(content);
  };

  const read = async (id: string, sealer: Sealer): Promise<StoredSnapshot | null> => {
    const list = lists.find(id, sealer);
    if (list === null) return null;
    const { head, rows } = list;
    const segment = findSegment(id, sealer);
    const { numbers } = rows;
    const held = new Set(segment?.numbers);
    const missing = numbers.filter((number) => !held.has(number));
    const items = await lists.items(id, missing, sealer);
    if (items === null) return null;
    const single = items.map((item, index) => ({ number: missing[index] ?? 0, item }));
    const found = await assembleSnapshot(numbers, segment, single);
    const rowsSinceSegment = segment === null ? Infinity : items.length - found.marks.length;
    const known = new StoredWebhooks(found);
    known.rowsSinceSegment = rowsSinceSegment;
    for (const { mark, number } of found.marks) known.noteMark(mark, number);
    stored.set(id, known);
    const marks = found.marks.map(({ mark }) => mark);
    return { ...head, webhooks: new WebhookTable(found.segment), marks };
  };

  const write = async (
    { connectionId, readAt, webhooks, marks }: StoredSnapshot,
    rows: readonly TableRow[],
    sealer: Sealer,
  ): Promise<void> => {
    const before = stored.get(connectionId);
    const after = new StoredWebhooks(emptyNumbers(webhooks.segment));
    const rowNumbers = new NewRowNumbers<SnapshotItem>(lists.unusedNumber(connectionId));
    for await (const batch of inBatches(rows, webhooksAtOnce)) {
      for (const row of batch) {
        const number = rowNumbers.add(before?.numberOf(webhooks, row), () => ({
          webhook: webhooks.webhookOf(row),
        }));
        after.noteRow(webhooks.keyOf(row), row, number);
      }
    }
    after.rowsSinceSegment = (before?.rowsSinceSegment ?? Infinity) + rowNumbers.added.length;
    for (const mark of marks) {
      const number = rowNumbers.add(before?.numberOfMark(mark), () => itemOfMark(mark));
      after.noteMark(mark, number);
    }
    const isOutdated = after.rowsSinceSegment > Math.max(rowsPerSegment, rows.length / 10);
    const segment = isOutdated ? await packed(webhooks, rows, rowNumbers.numbers) : null;
    if (isOutdated) after.rowsSinceSegment = 0;
    const segmentRow =
      segment === null
        ? null
        : sealedRow(segments, [connectionId, Date.now()], encodeSegment(segment), sealer);
    const list = {
      clear: [connectionId, Date.now(), readAt.getTime()] as const,
      head: { connectionId, readAt },
      rows: rowNumbers,
      added: rowNumbers.items(),
      beside: (database: DatabaseSync) => {
        if (segmentRow !== null) putRows(database, segments, [segmentRow]);
      },
    };
    await lists.replace(list, sealer);
    stored.set(connectionId, after);
  };

  return {
    read: (connectionId, sealer) => lists.inTurn(connectionId, () => read(connectionId, sealer)),
    times: syncToPromise(() =>
      file.use((database) => {
        const times = new Map<string, Date>();
        for (const row of eachRow(database, table)) {
          if (row === null) continue;
          times.set(row.clear[0], new Date(Number(clearValue(table, row, 'read_at'))));
        }
        return times;
      }),
    ),
    write: (snapshot, sealer) => {
      // The table may change while the snapshot is written.
      const rows = [...snapshot.webhooks.rows()];
      return lists.inTurn(snapshot.connectionId, () => write(snapshot, rows, sealer));
    },
    remove: (connectionId) =>
      lists.inTurn(connectionId, () => {
        stored.delete(connectionId);
        return lists.remove(connectionId, (database) => {
          database.prepare('DELETE FROM segments WHERE id = ?').run(connectionId);
        });
      }),
  };
}

/** The first numbers are those of the webhooks. */
async function packed(
  webhooks: WebhookTable,
  rows: readonly TableRow[],
  numbers: readonly number[],
): Promise<StoredSegment> {
  const ofRows = Uint32Array.from(numbers.slice(0, rows.length));
  const { segment } = webhooks;
  const isUnchanged = rows.length === segment.size && rows.every((row) => 'row' in row);
  if (isUnchanged) return { segment, numbers: ofRows };
  const builder = new SegmentBuilder();
  for await (const batch of inBatches(rows, webhooksAtOnce)) {
    for (const row of batch) builder.add(webhooks.webhookOf(row));
  }
  return { segment: builder.finish(), numbers: ofRows };
}
