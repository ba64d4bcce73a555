import type { Webhook } from '#domain/webhook/webhook.ts';

/** What was last read of one installation. */
export interface Snapshot {
  readonly readAt: Date;
  readonly webhooks: Map<number, Webhook>;
}

/** What was last read of each installation, for as long as Hookdesk runs. */
export class Snapshots {
  readonly #byConnection = new Map<string, Snapshot>();

  keep(connectionId: string, readAt: Date, webhooks: readonly Webhook[]): void {
    this.#byConnection.set(connectionId, {
      readAt,
      webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
    });
  }

  /** One webhook as just read, or `null` when it is no longer there. */
  note(connectionId: string, id: number, webhook: Webhook | null): void {
    const snapshot = this.#byConnection.get(connectionId);
    if (webhook === null) snapshot?.webhooks.delete(id);
    else snapshot?.webhooks.set(id, webhook);
  }

  forget(connectionId: string): void {
    this.#byConnection.delete(connectionId);
  }

  /**
   * Ids of the webhooks in which every word of the text occurs: in name, URL, header names or
   * payload template, in whatever case. Header values are left out: they are secrets in practice.
   */
  search(connectionId: string, text: string): number[] {
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const found: number[] = [];
    for (const webhook of this.#byConnection.get(connectionId)?.webhooks.values() ?? []) {
      const { id, name, url, payloadTemplate, headers } = webhook;
      const names = headers.map((header) => header.name).join('\n');
      const haystack = `${name}\n${url}\n${payloadTemplate}\n${names}`.toLowerCase();
      if (words.every((word) => haystack.includes(word))) found.push(id);
    }
    return found;
  }
}
