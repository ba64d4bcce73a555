import type { RemoteMark } from '#core/store-ports.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import { SegmentBuilder } from '#domain/webhook/segment/segment-builder.ts';
import { inBatches } from '../clock/batches.ts';
import { markOf, type SnapshotItem } from './snapshot-item.ts';
import type { StoredSegment } from './stored-segment.ts';

const webhooksAtOnce = 500;

export interface NumberedItem {
  readonly number: number;
  readonly item: SnapshotItem;
}

export interface AssembledSnapshot extends StoredSegment {
  readonly marks: readonly { readonly mark: RemoteMark; readonly number: number }[];
}

/** Puts rows of the stored segment and rows that were read one by one in the order of `numbers`. */
export async function assembleSnapshot(
  numbers: readonly number[],
  stored: StoredSegment | null,
  single: readonly NumberedItem[],
): Promise<AssembledSnapshot> {
  const marks = single.flatMap(({ number, item }) =>
    'elsewhere' in item ? [{ mark: markOf(item.elsewhere), number }] : [],
  );
  const isComplete = marks.length === single.length;
  if (stored !== null && isComplete && stored.numbers.every((each, row) => each === numbers[row])) {
    return { ...stored, marks };
  }
  const builder = new SegmentBuilder();
  const built: number[] = [];
  for await (const batch of inBatches(webhooksIn(numbers, stored, single), webhooksAtOnce)) {
    for (const { number, webhook } of batch) {
      builder.add(webhook);
      built.push(number);
    }
  }
  return { segment: builder.finish(), numbers: Uint32Array.from(built), marks };
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
