import type { RemoteMark } from '#core/store-ports.ts';
import type { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import type { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import type { TableRow, WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { StoredSegment } from './stored-segment.ts';

/** Finds the stored row of each webhook and mark of a snapshot that was read or written. */
export class StoredWebhooks {
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
    if (changed !== undefined)
      return isSame(changed.webhook, webhooks, row) ? changed.number : null;
    if ('webhook' in row) return null;
    const { segment, numbers } = this.#stored;
    const at = segment === webhooks.segment ? row.row : segment.rowOf(key);
    if (at === -1 || !webhooks.segment.isSameRow(row.row, segment, at)) return null;
    // A row of the segment that was not noted is not in the list.
    return numbers[at] === 0 ? null : (numbers[at] ?? null);
  }
}

export const emptyNumbers = (segment: WebhookSegment): StoredSegment => ({
  segment,
  numbers: new Uint32Array(segment.size),
});

function isSame(stored: ListedWebhook, webhooks: WebhookTable, row: TableRow): boolean {
  if ('webhook' in row) return stored === row.webhook;
  return webhooks.segment.isSameRow(row.row, segmentOf([stored]), 0);
}
