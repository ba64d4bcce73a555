import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import {
  definitionOf,
  duplicateOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import { Draft } from './draft.svelte.ts';

const keyOf = (connectionId: string, webhookId: number): string => `${connectionId}/${webhookId}`;

/** The drafts of this window. They live as long as the window does. */
export class Drafts {
  readonly #client: HookdeskClient;
  #byKey = $state.raw<ReadonlyMap<string, Draft>>(new Map());
  #lastNew = 0;

  readonly edited = $derived([...this.#byKey.values()].filter((draft) => draft.isEdited));

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  get(key: string | null): Draft | null {
    return key === null ? null : (this.#byKey.get(key) ?? null);
  }

  ofWebhook(connectionId: string, webhookId: number): Draft | null {
    return this.get(keyOf(connectionId, webhookId));
  }

  /** Drafts of new webhooks for one installation, oldest first. */
  newOf(connectionId: string): Draft[] {
    return this.edited.filter(
      (draft) => draft.connectionId === connectionId && draft.base === null,
    );
  }

  editedIn(connectionId: string): number {
    return this.edited.filter((draft) => draft.connectionId === connectionId).length;
  }

  /** Reads a webhook and returns its draft; one with edits in it stays as it is. */
  async open(connection: ConnectionView, webhookId: number, signal: AbortSignal): Promise<Draft> {
    const { id: connectionId, variant } = connection;
    const { webhook } = await this.#client.webhooks.read({ connectionId, webhookId }, { signal });
    const known = this.ofWebhook(connectionId, webhookId);
    if (known !== null) {
      known.see(webhook);
      return known;
    }
    return this.#keep(
      new Draft(
        keyOf(connectionId, webhookId),
        connectionId,
        variant,
        webhook,
        definitionOf(webhook),
      ),
    );
  }

  /** A draft of a new webhook, empty or with the content of another. */
  create(connection: ConnectionView, original: WebhookDefinition | null): Draft {
    const empty = emptyDefinition(connection.variant);
    return this.createFrom(connection, original === null ? empty : duplicateOf(original));
  }

  /** A draft of a new webhook with this very content. */
  createFrom(connection: ConnectionView, definition: WebhookDefinition): Draft {
    const { id, variant } = connection;
    return this.#keep(new Draft(`${id}/new-${++this.#lastNew}`, id, variant, null, definition));
  }

  /** A new webhook has got its id: its draft becomes the draft of that webhook. */
  settle(draft: Draft, webhook: Webhook): Draft {
    if (draft.base !== null) {
      draft.startFrom(webhook);
      return draft;
    }
    this.drop(draft);
    const key = keyOf(draft.connectionId, webhook.id);
    return this.#keep(
      new Draft(key, draft.connectionId, draft.variant, webhook, definitionOf(webhook)),
    );
  }

  drop(draft: Draft): void {
    const next = new Map(this.#byKey);
    next.delete(draft.key);
    this.#byKey = next;
  }

  dropAllOf(connectionId: string): void {
    const others = [...this.#byKey].filter(([, draft]) => draft.connectionId !== connectionId);
    this.#byKey = new Map(others);
  }

  #keep(draft: Draft): Draft {
    this.#byKey = new Map(this.#byKey).set(draft.key, draft);
    return draft;
  }
}
