import type { SearchRow } from '#contract/search.ts';

/** Webhooks of one installation. */
export interface SelectedWebhooks {
  readonly connectionId: string;
  readonly webhookIds: number[];
}

type Ids = ReadonlyMap<string, ReadonlySet<number>>;

/** Selected webhooks of several installations. It outlives the search that found them. */
export class FoundSelection {
  #ids = $state.raw<Ids>(new Map());
  readonly size = $derived([...this.#ids.values()].reduce((sum, { size }) => sum + size, 0));
  readonly byInstallation: readonly SelectedWebhooks[] = $derived(
    [...this.#ids].map(([connectionId, ids]) => ({ connectionId, webhookIds: [...ids] })),
  );

  has({ connectionId, webhook }: SearchRow): boolean {
    const id = webhook?.id ?? null;
    return id !== null && this.#ids.get(connectionId)?.has(id) === true;
  }

  toggle(row: SearchRow): void {
    if (!this.has(row)) this.add([row]);
    else if (row.webhook?.id != null) {
      this.remove([{ connectionId: row.connectionId, webhookId: row.webhook.id }]);
    }
  }

  /** Rows without a unique id are left out. */
  add(rows: readonly SearchRow[]): void {
    const changed = new Map<string, Set<number>>();
    for (const { connectionId, webhook } of rows) {
      const id = webhook?.id ?? null;
      if (id === null) continue;
      const ids = changed.get(connectionId) ?? new Set(this.#ids.get(connectionId));
      changed.set(connectionId, ids.add(id));
    }
    this.#put(changed);
  }

  remove(webhooks: readonly { readonly connectionId: string; readonly webhookId: number }[]): void {
    const changed = new Map<string, Set<number>>();
    for (const { connectionId, webhookId } of webhooks) {
      const ids = changed.get(connectionId) ?? new Set(this.#ids.get(connectionId));
      ids.delete(webhookId);
      changed.set(connectionId, ids);
    }
    this.#put(changed);
  }

  only(selected: readonly SelectedWebhooks[]): void {
    this.#ids = new Map();
    this.#put(selected.map((each) => [each.connectionId, new Set(each.webhookIds)]));
  }

  clear(): void {
    this.#ids = new Map();
  }

  forget(connectionId: string): void {
    if (this.#ids.has(connectionId)) this.#put([[connectionId, new Set()]]);
  }

  #put(changed: Iterable<readonly [string, ReadonlySet<number>]>): void {
    const next = new Map(this.#ids);
    for (const [connectionId, ids] of changed) {
      if (ids.size === 0) next.delete(connectionId);
      else next.set(connectionId, ids);
    }
    this.#ids = next;
  }
}
