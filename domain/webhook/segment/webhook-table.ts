import {
  keyOf,
  type ListedFields,
  type ListedSummary,
  listedSummaryOf,
  type ListedWebhook,
  type WebhookKey,
} from '../listed.ts';
import { type DecodedTexts, searchText, type TestedTexts } from './segment-texts.ts';
import type { WebhookSegment } from './webhook-segment.ts';

/** A row of the segment, or a webhook that changed since. */
export type TableRow = { readonly row: number } | { readonly webhook: ListedWebhook };

/** Webhooks by key in list order, like a `Map`. Changes are stored beside the segment. */
export class WebhookTable {
  readonly segment: WebhookSegment;
  readonly #replaced = new Map<WebhookKey, ListedWebhook>();
  readonly #removed = new Set<WebhookKey>();
  readonly #added = new Map<WebhookKey, ListedWebhook>();

  constructor(segment: WebhookSegment) {
    this.segment = segment;
  }

  get size(): number {
    return this.segment.size - this.#removed.size + this.#added.size;
  }

  get isUnchanged(): boolean {
    return this.#replaced.size + this.#removed.size + this.#added.size === 0;
  }

  rowOf(key: WebhookKey): TableRow | undefined {
    const changed = this.#added.get(key) ?? this.#replaced.get(key);
    if (changed !== undefined) return { webhook: changed };
    const row = this.#removed.has(key) ? -1 : this.segment.rowOf(key);
    return row === -1 ? undefined : { row };
  }

  get(key: WebhookKey): ListedWebhook | undefined {
    const row = this.rowOf(key);
    return row === undefined ? undefined : this.webhookOf(row);
  }

  webhookOf(row: TableRow): ListedWebhook {
    return 'row' in row ? this.segment.webhookAt(row.row) : row.webhook;
  }

  summaryOf(row: TableRow): ListedSummary {
    return listedSummaryOf(this.webhookOf(row));
  }

  /** Like `summaryOf`, but many times faster: it reads no template and no header. */
  fieldsOf(row: TableRow): ListedFields {
    return 'row' in row ? this.segment.fieldsAt(row.row) : listedSummaryOf(row.webhook);
  }

  searchTextOf(row: TableRow, decoded?: DecodedTexts): string {
    return 'row' in row ? this.segment.searchTextAt(row.row, decoded) : searchText(row.webhook);
  }

  hasText(row: TableRow, tested: TestedTexts): boolean {
    return 'row' in row ? this.segment.hasTextAt(row.row, tested) : tested.anyOf(row.webhook);
  }

  keyOf(row: TableRow): WebhookKey {
    return 'row' in row ? this.segment.keyAt(row.row) : keyOf(row.webhook);
  }

  has(key: WebhookKey): boolean {
    return this.rowOf(key) !== undefined;
  }

  set(key: WebhookKey, webhook: ListedWebhook): void {
    const isInSegment = !this.#removed.has(key) && this.segment.rowOf(key) !== -1;
    (isInSegment ? this.#replaced : this.#added).set(key, webhook);
  }

  delete(key: WebhookKey): void {
    this.#added.delete(key);
    this.#replaced.delete(key);
    if (this.segment.rowOf(key) !== -1) this.#removed.add(key);
  }

  *rows(): Generator<TableRow, undefined, void> {
    for (let row = 0; row < this.segment.size; row += 1) {
      if (this.isUnchanged) {
        yield { row };
        continue;
      }
      const key = this.segment.keyAt(row);
      if (this.#removed.has(key)) continue;
      const webhook = this.#replaced.get(key);
      yield webhook === undefined ? { row } : { webhook };
    }
    for (const webhook of this.#added.values()) yield { webhook };
  }

  *keys(): Generator<WebhookKey, undefined, void> {
    if (!this.isUnchanged) {
      for (const row of this.rows()) yield this.keyOf(row);
      return;
    }
    // Lists of 10,000 are walked several times in one turn.
    for (let row = 0; row < this.segment.size; row += 1) yield this.segment.keyAt(row);
  }

  *values(): Generator<ListedWebhook, undefined, void> {
    for (const row of this.rows()) yield this.webhookOf(row);
  }

  /** `true` only where both have the same bytes; `false` where that is unknown. */
  isSame(key: WebhookKey, other: WebhookTable): boolean {
    const [row, otherRow] = [this.rowOf(key), other.rowOf(key)];
    if (row === undefined || otherRow === undefined) return false;
    if ('row' in row && 'row' in otherRow) {
      return this.segment.isSameRow(row.row, other.segment, otherRow.row);
    }
    return 'webhook' in row && 'webhook' in otherRow && row.webhook === otherRow.webhook;
  }
}
