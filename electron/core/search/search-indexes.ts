import { sortValueOf, type SearchColumn, type SortValue } from '#domain/search/sort-value.ts';
import { webhookMatches } from '#domain/search/matches.ts';
import type { QueryTerm } from '#domain/search/query.ts';
import { type LocalKeys, SegmentIndex } from '#domain/search/segment-index.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { keyOf, type ListedWebhook, listedSummaryOf } from '#domain/webhook/listed.ts';
import type { Snapshots } from '../installations/snapshots.ts';
import { rankRows, type RowRanks } from './row-ranks.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Found webhooks of one installation, in the order of its list. */
export interface Found {
  readonly connectionId: string;
  readonly index: SegmentIndex;
  /** Rows of the index. A negative number `-n` stands for the webhook `n - 1` of `changed`. */
  readonly rows: Int32Array;
  /** Webhooks that changed since the index was built. */
  readonly changed: readonly ListedWebhook[];
}

/** One index for each segment that is the last list of an installation. */
export class SearchIndexes {
  readonly #snapshots: Snapshots;
  readonly #indexes = new Map<string, SegmentIndex>();
  #ranks = new Map<SearchColumn, RowRanks>();

  /** `onStale`: the indexes no longer cover the lists in memory. */
  constructor(snapshots: Snapshots, onStale: () => void = () => undefined) {
    this.#snapshots = snapshots;
    snapshots.onChange((connectionId) => {
      const segment = snapshots.get(connectionId)?.webhooks.segment;
      if (this.#indexes.get(connectionId)?.segment === segment) return;
      this.#indexes.delete(connectionId);
      this.#ranks = new Map();
      onStale();
    });
  }

  clear(): void {
    this.#indexes.clear();
    this.#ranks = new Map();
  }

  /** Builds the index in about 10 ms for 10,000 webhooks. Returns `null` when there is no last list. */
  of(connectionId: string): SegmentIndex | null {
    const snapshot = this.#snapshots.get(connectionId);
    if (snapshot === null) return null;
    const known = this.#indexes.get(connectionId);
    if (known !== undefined) return known;
    const index = new SegmentIndex(snapshot.webhooks.segment);
    this.#indexes.set(connectionId, index);
    this.#ranks = new Map();
    return index;
  }

  /** Rows of all indexes. */
  get size(): number {
    let size = 0;
    for (const { segment } of this.#indexes.values()) size += segment.size;
    return size;
  }

  /** Returns `null` until `rank` has finished for the present lists. */
  ranks(column: SearchColumn): RowRanks | null {
    return this.#ranks.get(column) ?? null;
  }

  /** Ranks are computed once for the same lists. */
  async rank(column: SearchColumn, slices: TimeSlices): Promise<RowRanks> {
    const ofPresent = this.#ranks;
    const known = ofPresent.get(column);
    if (known !== undefined) return known;
    const ranks = await rankRows([...this.#indexes.values()], column, slices);
    ofPresent.set(column, ranks);
    return ranks;
  }

  find(connectionId: string, terms: readonly QueryTerm[], keys: LocalKeys): Found | null {
    const snapshot = this.#snapshots.get(connectionId);
    const index = this.of(connectionId);
    if (snapshot === null || index === null) return null;
    const found = index.match(terms, keys);
    const { isUnchanged } = snapshot.webhooks;
    return isUnchanged
      ? { connectionId, index, rows: rowsIn(found), changed: [] }
      : { connectionId, index, ...withChanges(snapshot.webhooks, found, terms, keys) };
  }
}

function rowsIn(found: Uint8Array): Int32Array {
  const rows = new Int32Array(found.length);
  let count = 0;
  for (let row = 0; row < found.length; row += 1) {
    if (found[row] !== 1) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

function withChanges(
  webhooks: WebhookTable,
  found: Uint8Array,
  terms: readonly QueryTerm[],
  keys: LocalKeys,
): Pick<Found, 'rows' | 'changed'> {
  const rows: number[] = [];
  const changed: ListedWebhook[] = [];
  for (const each of webhooks.rows()) {
    if ('row' in each) {
      if (found[each.row] === 1) rows.push(each.row);
      continue;
    }
    const key = keyOf(each.webhook);
    const state = { edited: keys.edited.has(key), changed: keys.changed.has(key) };
    if (webhookMatches(terms, each.webhook, state)) rows.push(-changed.push(each.webhook));
  }
  return { rows: Int32Array.from(rows), changed };
}

export function sortValueIn(
  { index, changed }: Found,
  row: number,
  column: SearchColumn,
): SortValue {
  const webhook = changed[-row - 1];
  return webhook === undefined
    ? index.sortValueAt(row, column)
    : sortValueOf(listedSummaryOf(webhook), column);
}
