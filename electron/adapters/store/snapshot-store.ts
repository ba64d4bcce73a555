import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sealer, SnapshotStore, StoredSnapshot } from '#core/store-ports.ts';
import type { RemoteMark } from '#domain/merge/remote-marks.ts';
import { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { SegmentBuilder, segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { copyOf } from '#domain/webhook/segment/segment-columns.ts';
import { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import { type TableRow, WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { inBatches } from '../clock/clock.ts';
import type { FileInUse } from './file-in-use.ts';
import { NewRowNumbers } from './list-rows.ts';
import { listStore } from './list-store.ts';
import {
  clearValue,
  eachRow,
  findRow,
  putRows,
  sealedRow,
  syncToPromise,
  unsealed,
} from './rows.ts';
import { segments, snapshots as table } from './tables.ts';

const Head = z.object({ connectionId: z.string(), readAt: z.date() });

const webhooksAtOnce = 500;

/** A segment is written again after so many new rows, or a tenth of its webhooks if these are more. */
const rowsPerSegment = 100;

/** Stores each list as a segment, and webhooks that changed since as single rows. */
export function createSnapshotStore(file: FileInUse): SnapshotStore {
  const lists = listStore(file, { table, head: Head, item: SnapshotItem });
  let storedByConnection = new Map<string, StoredWebhooks>();
  file.onReopened(() => {
    // The file may lack rows. A read or write that began before uses the old map.
    storedByConnection = new Map();
  });

  const findSegment = (id: string, sealer: Sealer): StoredSegment | null => {
    const row = file.use((database) => findRow(database, segments, id));
    const content = row === null ? null : unsealed(segments, row, sealer);
    return content === null ? null : decodeSegment(content);
  };

  const read = async (id: string, sealer: Sealer): Promise<StoredSnapshot | null> => {
    const list = lists.find(id, sealer);
    const stored = storedByConnection;
    if (list === null) return null;
    const { head, rows } = list;
    const segment = findSegment(id, sealer);
    const { numbers } = rows;
    const inSegment = new Set(segment?.numbers);
    const missing = numbers.filter((number) => !inSegment.has(number));
    const items = await lists.items(id, missing, sealer);
    if (items === null) return null;
    const single = items.map((item, index) => ({ number: missing[index] ?? 0, item }));
    const assembled = await assembleSnapshot(numbers, segment, single);
    const storedWebhooks = new StoredWebhooks(assembled);
    if (segment !== null) {
      storedWebhooks.rowsSinceSegment = items.length - assembled.marks.length;
    }
    for (const { mark, number } of assembled.marks) storedWebhooks.noteMark(mark, number);
    stored.set(id, storedWebhooks);
    const marks = assembled.marks.map(({ mark }) => mark);
    return { ...head, webhooks: new WebhookTable(assembled.segment), marks };
  };

  const write = async (
    { connectionId, readAt, webhooks, marks }: StoredSnapshot,
    rows: readonly TableRow[],
    sealer: Sealer,
  ): Promise<void> => {
    // This opens the file, so it precedes the use of the map.
    const rowNumbers = new NewRowNumbers<SnapshotItem>(lists.unusedNumber(connectionId));
    const stored = storedByConnection;
    const before = stored.get(connectionId);
    const after = new StoredWebhooks(emptyNumbers(webhooks.segment));
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
    const segment = isOutdated ? await buildSegment(webhooks, rows, rowNumbers.numbers) : null;
    if (isOutdated) after.rowsSinceSegment = 0;
    const segmentRow =
      segment === null
        ? null
        : sealedRow(segments, [connectionId, Date.now()], encodeSegment(segment), sealer);
    const list = {
      clearValues: [connectionId, Date.now(), readAt.getTime()] as const,
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
          times.set(row.clearValues[0], new Date(Number(clearValue(table, row, 'read_at'))));
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
        storedByConnection.delete(connectionId);
        return lists.remove(connectionId, (database) => {
          database.prepare('DELETE FROM segments WHERE id = ?').run(connectionId);
        });
      }),
  };
}

/** @param numbers of all rows of the list; the first are those of the webhooks, in their order */
async function buildSegment(
  webhooks: WebhookTable,
  rows: readonly TableRow[],
  numbers: readonly number[],
): Promise<StoredSegment> {
  const webhookNumbers = Uint32Array.from(numbers.slice(0, rows.length));
  const { segment } = webhooks;
  const isUnchanged = rows.length === segment.size && rows.every((row) => 'row' in row);
  if (isUnchanged) return { segment, numbers: webhookNumbers };
  const builder = new SegmentBuilder();
  for await (const batch of inBatches(rows, webhooksAtOnce)) {
    for (const row of batch) builder.add(webhooks.webhookOf(row));
  }
  return { segment: builder.finish(), numbers: webhookNumbers };
}

/** `webhookId` stores the key. */
const StoredMark = z.object({
  webhookId: WebhookKey,
  kind: z.enum(['changed', 'new', 'deleted']),
  before: ListedWebhook.nullable(),
  seenAt: z.date(),
  isReported: z.literal(true).exactOptional(),
});

const SnapshotItem = z.union([
  z.object({ webhook: ListedWebhook }),
  z.object({ elsewhere: StoredMark }),
]);
export type SnapshotItem = z.infer<typeof SnapshotItem>;

const itemOfMark = ({ key, ...mark }: RemoteMark): SnapshotItem => ({
  elsewhere: { webhookId: key, ...mark },
});

const markOf = ({ webhookId, ...mark }: z.infer<typeof StoredMark>): RemoteMark => ({
  key: webhookId,
  ...mark,
});

interface NumberedItem {
  readonly number: number;
  readonly item: SnapshotItem;
}

interface AssembledSnapshot extends StoredSegment {
  readonly marks: readonly { readonly mark: RemoteMark; readonly number: number }[];
}

/** Puts rows of the stored segment and rows that were read one by one in the order of `numbers`. */
async function assembleSnapshot(
  numbers: readonly number[],
  stored: StoredSegment | null,
  single: readonly NumberedItem[],
): Promise<AssembledSnapshot> {
  const marks = single.flatMap(({ number, item }) =>
    'elsewhere' in item ? [{ mark: markOf(item.elsewhere), number }] : [],
  );
  const hasNoSingleWebhook = marks.length === single.length;
  const isInOrder = stored?.numbers.every((number, row) => number === numbers[row]);
  if (stored !== null && hasNoSingleWebhook && isInOrder === true) return { ...stored, marks };
  const builder = new SegmentBuilder();
  const webhookNumbers: number[] = [];
  for await (const batch of inBatches(webhooksIn(numbers, stored, single), webhooksAtOnce)) {
    for (const { number, webhook } of batch) {
      builder.add(webhook);
      webhookNumbers.push(number);
    }
  }
  return { segment: builder.finish(), numbers: Uint32Array.from(webhookNumbers), marks };
}

function* webhooksIn(
  numbers: readonly number[],
  stored: StoredSegment | null,
  single: readonly NumberedItem[],
): Generator<{ number: number; webhook: ListedWebhook }, void, void> {
  const rows = new Map(
    Array.from(stored?.numbers ?? [], (number, row): [number, number] => [number, row]),
  );
  const items = single.values();
  for (const number of numbers) {
    const row = rows.get(number);
    if (stored !== null && row !== undefined) {
      yield { number, webhook: stored.segment.webhookAt(row) };
      continue;
    }
    const next = items.next();
    if (next.done === true) return;
    const { item } = next.value;
    if ('webhook' in item) yield { number, webhook: item.webhook };
  }
}

/** All webhooks of a list in one row, with the number of the row that has each of them. */
interface StoredSegment {
  readonly segment: WebhookSegment;
  readonly numbers: Uint32Array;
}

const countLength = Uint32Array.BYTES_PER_ELEMENT;

function encodeSegment({ segment, numbers }: StoredSegment): Uint8Array {
  return Buffer.concat([
    new Uint8Array(Uint32Array.of(numbers.length).buffer),
    new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    segment.encode(),
  ]);
}

/** Returns `null` for another format. */
function decodeSegment(bytes: Uint8Array): StoredSegment | null {
  if (bytes.byteLength < countLength) return null;
  const [count = 0] = new Uint32Array(copyOf(bytes, 0, countLength));
  const end = countLength * (count + 1);
  const numbers = new Uint32Array(copyOf(bytes, countLength, end));
  const segment = WebhookSegment.decode(bytes.subarray(end));
  return segment?.size === count ? { segment, numbers } : null;
}

/** Finds the stored row of each webhook and mark of a snapshot that was read or written. */
class StoredWebhooks {
  readonly #stored: StoredSegment;
  readonly #changed = new Map<WebhookKey, { webhook: ListedWebhook; number: number }>();
  readonly #marks = new WeakMap<RemoteMark, number>();
  /** Written since the stored segment was; `Infinity` when there is none. */
  rowsSinceSegment = Infinity;

  constructor(stored: StoredSegment) {
    this.#stored = stored;
  }

  noteRow(key: WebhookKey, row: TableRow, number: number): void {
    if ('row' in row) this.#stored.numbers[row.row] = number;
    else this.#changed.set(key, { webhook: row.webhook, number });
  }

  noteMark(mark: RemoteMark, number: number): void {
    this.#marks.set(mark, number);
  }

  numberOfMark(mark: RemoteMark): number | null {
    return this.#marks.get(mark) ?? null;
  }

  /** Returns `null` when the stored webhook is another, or there is none. */
  numberOf(webhooks: WebhookTable, row: TableRow): number | null {
    const key = webhooks.keyOf(row);
    const changed = this.#changed.get(key);
    if (changed !== undefined) {
      return isSame(changed.webhook, webhooks, row) ? changed.number : null;
    }
    if ('webhook' in row) return null;
    const { segment, numbers } = this.#stored;
    const at = segment === webhooks.segment ? row.row : segment.rowOf(key);
    if (at === -1 || !webhooks.segment.isSameRow(row.row, segment, at)) return null;
    // A row of the segment that was not noted is not in the list.
    return numbers[at] === 0 ? null : (numbers[at] ?? null);
  }
}

const emptyNumbers = (segment: WebhookSegment): StoredSegment => ({
  segment,
  numbers: new Uint32Array(segment.size),
});

function isSame(stored: ListedWebhook, webhooks: WebhookTable, row: TableRow): boolean {
  if ('webhook' in row) return stored === row.webhook;
  return webhooks.segment.isSameRow(row.row, segmentOf([stored]), 0);
}
