import { selectedCount, type WebhookSelection } from '#contract/plans.ts';
import type { SearchRow } from '#contract/search.ts';

/** Digests by id, by installation. */
type Digests = ReadonlyMap<string, ReadonlyMap<number, string>>;

/**
 * Webhooks of several installations, as they were when selected. It outlives the search that found
 * them, so a digest comes with its webhook; `SeenTicks` reads digests from rows that are present.
 */
export class FoundSelection {
  #digests = $state.raw<Digests>(new Map());
  readonly byInstallation: WebhookSelection = $derived(
    [...this.#digests].map(([connectionId, digests]) => ({
      connectionId,
      webhooks: [...digests].map(([id, digest]) => ({ id, digest })),
    })),
  );
  readonly size = $derived(selectedCount(this.byInstallation));

  has({ connectionId, webhook }: SearchRow): boolean {
    const id = webhook?.id ?? null;
    return id !== null && this.#digests.get(connectionId)?.has(id) === true;
  }

  toggle(row: SearchRow): void {
    const webhookId = row.webhook?.id ?? null;
    if (!this.has(row)) this.addRows([row]);
    else if (webhookId !== null) {
      this.removeWebhooks([{ connectionId: row.connectionId, webhookId }]);
    }
  }

  /** Leaves out rows without a unique id. A selected row keeps the digest of its selection. */
  addRows(rows: readonly SearchRow[]): void {
    this.#change(rows, (digests, { webhook }) => {
      if (webhook?.id != null && !digests.has(webhook.id)) digests.set(webhook.id, webhook.digest);
    });
  }

  removeWebhooks(
    webhooks: readonly { readonly connectionId: string; readonly webhookId: number }[],
  ): void {
    this.#change(webhooks, (digests, { webhookId }) => {
      digests.delete(webhookId);
    });
  }

  addSelection(selection: WebhookSelection): void {
    this.#change(selection, (digests, { webhooks }) => {
      for (const { id, digest } of webhooks) if (!digests.has(id)) digests.set(id, digest);
    });
  }

  removeSelection(selection: WebhookSelection): void {
    this.#change(selection, (digests, { webhooks }) => {
      for (const { id } of webhooks) digests.delete(id);
    });
  }

  clear(): void {
    this.#digests = new Map();
  }

  forget(connectionId: string): void {
    this.#digests = new Map([...this.#digests].filter(([id]) => id !== connectionId));
  }

  /** Copies the digests of the concerned installations only. */
  #change<Row extends { readonly connectionId: string }>(
    rows: readonly Row[],
    change: (digests: Map<number, string>, row: Row) => void,
  ): void {
    const next = new Map(this.#digests);
    for (const [connectionId, concerned] of Map.groupBy(rows, (row) => row.connectionId)) {
      const digests = new Map(next.get(connectionId));
      for (const row of concerned) change(digests, row);
      if (digests.size === 0) next.delete(connectionId);
      else next.set(connectionId, digests);
    }
    this.#digests = next;
  }
}
