import { keyOf, type WebhookKey } from '#domain/webhook/listed.ts';
import type { FoundWebhooks } from './search-indexes.ts';

/** The keys of the found webhooks in their order, in ten bytes for each. */
export class SearchResults {
  readonly #connectionIds: readonly string[];
  /** Index into the connection ids. */
  readonly #connections: Uint16Array;
  /** `NaN` for a webhook without a unique id. */
  readonly #ids: Float64Array;
  /** Keys of webhooks without a unique id, by their index. */
  readonly #otherKeys = new Map<number, string>();

  constructor(connectionIds: readonly string[], size: number) {
    this.#connectionIds = connectionIds;
    this.#connections = new Uint16Array(size);
    this.#ids = new Float64Array(size);
  }

  static of(found: readonly FoundWebhooks[]): SearchResults {
    const size = found.reduce((sum, { rows }) => sum + rows.length, 0);
    const connectionIds = found.map(({ connectionId }) => connectionId);
    const results = new SearchResults(connectionIds, size);
    let index = 0;
    for (const [connection, ofInstallation] of found.entries()) {
      results.#connections.fill(connection, index, index + ofInstallation.rows.length);
      index = results.#addKeys(ofInstallation, index);
    }
    return results;
  }

  get size(): number {
    return this.#ids.length;
  }

  at(index: number): { connectionId: string; key: WebhookKey } {
    const id = this.#ids[index] ?? Number.NaN;
    return {
      connectionId: this.#connectionIds[this.#connections[index] ?? 0] ?? '',
      key: Number.isNaN(id) ? (this.#otherKeys.get(index) ?? '') : id,
    };
  }

  /** -1 if it is not there. */
  indexOf(connectionId: string, key: WebhookKey): number {
    const connection = this.#connectionIds.indexOf(connectionId);
    for (let index = 0; index < this.size; index += 1) {
      if (this.#connections[index] === connection && this.at(index).key === key) return index;
    }
    return -1;
  }

  inOrder(order: Uint32Array): SearchResults {
    const ordered = new SearchResults(this.#connectionIds, this.size);
    for (let index = 0; index < order.length; index += 1) {
      const from = order[index] ?? 0;
      ordered.#connections[index] = this.#connections[from] ?? 0;
      ordered.#ids[index] = this.#ids[from] ?? Number.NaN;
      const key = this.#otherKeys.get(from);
      if (key !== undefined) ordered.#otherKeys.set(index, key);
    }
    return ordered;
  }

  #addKeys({ index: { segment }, rows, changed }: FoundWebhooks, first: number): number {
    const { ids } = segment.columns;
    let index = first;
    // Results of 500,000 webhooks are built between two keystrokes.
    for (let at = 0; at < rows.length; at += 1, index += 1) {
      const row = rows[at] ?? 0;
      const id = ids[row] ?? Number.NaN;
      this.#ids[index] = id;
      if (Number.isNaN(id)) this.#setKey(index, keyAt(row));
    }
    return index;

    function keyAt(row: number): WebhookKey {
      const webhook = changed[-row - 1];
      return webhook === undefined ? segment.keyAt(row) : keyOf(webhook);
    }
  }

  #setKey(index: number, key: WebhookKey): void {
    if (typeof key === 'number') this.#ids[index] = key;
    else this.#otherKeys.set(index, key);
  }
}
