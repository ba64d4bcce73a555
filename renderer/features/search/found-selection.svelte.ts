import { selectedCount, type WebhookSelection } from '#contract/plans.ts';
import type { SearchRow } from '#contract/search.ts';

type Ids = ReadonlyMap<string, ReadonlySet<number>>;

/** Selected webhooks of several installations. It outlives the search that found them. */
export class FoundSelection {
  #ids = $state.raw<Ids>(new Map());
  readonly byInstallation: WebhookSelection = $derived(
    [...this.#ids].map(([connectionId, ids]) => ({ connectionId, webhookIds: [...ids] })),
  );
  readonly size = $derived(selectedCount(this.byInstallation));

  has({ connectionId, webhook }: SearchRow): boolean {
    const id = webhook?.id ?? null;
    return id !== null && this.#ids.get(connectionId)?.has(id) === true;
  }

  toggle(row: SearchRow): void {
    const webhookId = row.webhook?.id ?? null;
    if (!this.has(row)) this.add([row]);
    else if (webhookId !== null) this.remove([{ connectionId: row.connectionId, webhookId }]);
  }

  /** Rows without a unique id are left out. */
  add(rows: readonly SearchRow[]): void {
    this.#change(rows, (ids, { webhook }) => {
      if (webhook?.id != null) ids.add(webhook.id);
    });
  }

  remove(webhooks: readonly { readonly connectionId: string; readonly webhookId: number }[]): void {
    this.#change(webhooks, (ids, { webhookId }) => {
      ids.delete(webhookId);
    });
  }

  only(selection: WebhookSelection): void {
    this.#ids = new Map(
      selection.map(({ connectionId, webhookIds }) => [connectionId, new Set(webhookIds)]),
    );
  }

  clear(): void {
    this.#ids = new Map();
  }

  forget(connectionId: string): void {
    this.#ids = new Map([...this.#ids].filter(([id]) => id !== connectionId));
  }

  /** Copies the ids of the concerned installations only. */
  #change<Row extends { readonly connectionId: string }>(
    rows: readonly Row[],
    change: (ids: Set<number>, row: Row) => void,
  ): void {
    const next = new Map(this.#ids);
    for (const [connectionId, concerned] of Map.groupBy(rows, (row) => row.connectionId)) {
      const ids = new Set(next.get(connectionId));
      for (const row of concerned) change(ids, row);
      if (ids.size === 0) next.delete(connectionId);
      else next.set(connectionId, ids);
    }
    this.#ids = next;
  }
}
