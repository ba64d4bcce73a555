import { flushSync, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import {
  definitionOf,
  duplicateOf,
  emptyDefinition,
  type Header,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Connections } from './connections.svelte.ts';
import { DraftSaving } from './draft-saving.svelte.ts';
import { Draft } from './draft.svelte.ts';
import { Selection } from './selection.svelte.ts';

const keyOf = (connectionId: string, webhookId: number): string => `${connectionId}/${webhookId}`;

/** Stands for the installation of a draft that has none yet: no connection is called so. */
const noConnection = '';

/** Headers that were edited further while others got their ids: those that are the same have them, too. */
function withIdsOf(held: readonly Header[], headers: readonly Header[]): Header[] {
  const known = new Set(headers.map(({ id }) => id));
  const left = held.filter(({ id }) => !known.has(id));
  const heldIds = new Set(held.map(({ id }) => id));
  return headers.map((header) => {
    if (header.id !== null && heldIds.has(header.id)) return header;
    const at = left.findIndex(({ name }) => name === header.name);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return { ...header, id: same?.id ?? null };
  });
}

const isEqual = (one: WebhookDefinition, other: WebhookDefinition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The drafts of this window. Each edit is on disk in an instant; they are there again after a restart. */
export class Drafts {
  readonly saving: DraftSaving;
  /** Those that are ticked to be published together. */
  readonly ticked = new Selection();
  readonly #client: HookdeskClient;
  readonly #connections: Pick<Connections, 'find'>;
  #byKey = $state.raw<ReadonlyMap<string, Draft>>(new Map());
  /** When drafts with edits were edited last. */
  readonly #editedAt = new SvelteMap<string, Date>();
  /** What ends watching a draft for edits. */
  readonly #unwatch = new Map<string, () => void>();

  readonly edited = $derived([...this.#byKey.values()].filter((draft) => draft.isEdited));

  constructor(client: HookdeskClient, connections: Pick<Connections, 'find'>) {
    this.#client = client;
    this.#connections = connections;
    this.saving = new DraftSaving(client);
  }

  /** Takes in the drafts from before, and follows how they stand. */
  follow(): Promise<void> {
    return this.saving.follow(
      (drafts) => {
        this.#takeIn(drafts);
      },
      (drafts) => {
        for (const { id, editedAt } of drafts) this.#published(id, editedAt);
      },
    );
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

  editedAt(draft: Draft): Date | null {
    return this.#editedAt.get(draft.key) ?? null;
  }

  /** Reads a webhook and returns its draft; one with edits in it stays as it is. */
  async open(connection: ConnectionView, webhookId: number, signal: AbortSignal): Promise<Draft> {
    const { id: connectionId, variant } = connection;
    const { webhook } = await this.#client.webhooks.read({ connectionId, webhookId }, { signal });
    await this.saving.known;
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

  /** The draft of a webhook as it was last read; one that is there stays as it is. */
  async openLast(connection: ConnectionView, webhook: Webhook): Promise<Draft> {
    await this.saving.known;
    const { id, variant } = connection;
    const known = this.ofWebhook(id, webhook.id);
    if (known !== null) return known;
    const key = keyOf(id, webhook.id);
    return this.#keep(new Draft(key, id, variant, webhook, definitionOf(webhook)));
  }

  /** What the draft's webhook is on its installation now, told to the draft. */
  async look(draft: Draft, signal: AbortSignal): Promise<void> {
    const { connectionId, base } = draft;
    if (base === null) return;
    const address = { connectionId, webhookId: base.id };
    const { webhook } = await this.#client.webhooks.read(address, { signal });
    draft.see(webhook);
  }

  /**
   * The draft's content of a moment ago was published, under this id, while it was edited further: it goes
   * on as a draft of that webhook, and is kept though the host has done with it.
   */
  async followOn(draft: Draft, webhookId: number): Promise<Draft> {
    const { connectionId, definition } = draft;
    const { webhook } = await this.#client.webhooks.read({ connectionId, webhookId });
    if (draft.base !== null) {
      const kept = this.bringBack(this.stored(draft));
      kept.see(webhook);
      return kept;
    }
    const next = this.settle(draft, webhook);
    next.restore({ ...definition, headers: withIdsOf(webhook.headers, definition.headers) });
    return next;
  }

  /** A draft of a new webhook, empty or with the content of another. */
  create(connection: ConnectionView, original: WebhookDefinition | null): Draft {
    const empty = emptyDefinition(connection.variant);
    return this.createFrom(connection, original === null ? empty : duplicateOf(original));
  }

  /** A draft of a new webhook with this very content. */
  createFrom(connection: ConnectionView, definition: WebhookDefinition): Draft {
    const { id, variant } = connection;
    return this.#keep(new Draft(`${id}/new-${crypto.randomUUID()}`, id, variant, null, definition));
  }

  /**
   * A draft was published, and a new webhook has got its id: it becomes the draft of that webhook.
   *
   * @param sent its content as it was published; what was edited since stays edited
   */
  settle(draft: Draft, webhook: Webhook, sent: WebhookDefinition = draft.definition): Draft {
    const { definition } = draft;
    const next = this.#beginFrom(draft, webhook);
    if (!isEqual(sent, definition)) {
      next.restore({ ...definition, headers: withIdsOf(webhook.headers, definition.headers) });
    }
    return next;
  }

  #beginFrom(draft: Draft, webhook: Webhook): Draft {
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

  /** Moves a draft to another installation: there it is that of a new webhook. */
  async move(draft: Draft, to: ConnectionView): Promise<Draft> {
    await this.saving.flush();
    const stored = await this.#client.drafts.move({ draftId: draft.key, connectionId: to.id });
    this.#forget(draft.key);
    return this.#adopt(stored);
  }

  /** Brings a draft back as it was. */
  bringBack(stored: StoredDraft): Draft {
    const draft = this.#adopt(stored);
    this.saving.note(stored.id, () => this.#stored(draft));
    return draft;
  }

  drop(draft: Draft): void {
    this.#forget(draft.key);
    void this.saving.forget(draft.key);
  }

  dropAllOf(connectionId: string): void {
    for (const draft of this.#byKey.values()) {
      if (draft.connectionId === connectionId) this.drop(draft);
    }
  }

  /** The draft as it is kept. */
  stored(draft: Draft): StoredDraft {
    const { key, base, definition } = draft;
    const connectionId = draft.connectionId === noConnection ? null : draft.connectionId;
    const editedAt = this.editedAt(draft) ?? new Date();
    return { id: key, connectionId, webhookId: base?.id ?? null, base, definition, editedAt };
  }

  /** Sends what was edited a moment ago, too. */
  flushNow(): Promise<void> {
    flushSync();
    return this.saving.flushInTime();
  }

  /** Whether something would be lost if the window went away now. */
  get wouldBeLost(): boolean {
    return !this.saving.isSettled || this.saving.standing.waiting > 0;
  }

  /** Whether every edit of this window is on disk. */
  get areSaved(): boolean {
    if (this.edited.length === 0) return true;
    return this.saving.standing.status === 'kept' && !this.wouldBeLost;
  }

  #takeIn(drafts: readonly StoredDraft[]): void {
    const adopted = drafts.flatMap((stored) => {
      const known = this.get(stored.id);
      if (known === null) return [this.#draftOf(stored)];
      // Edits of this window were made later, and are kept by the host beside those from before.
      return known.isEdited ? [] : [this.#inPlaceOf(known, stored)];
    });
    this.#keepAll(adopted);
  }

  /** The host has done with a draft. One that was edited since is not the one that was published. */
  #published(id: string, editedAt: Date): void {
    const draft = this.get(id);
    const at = this.#editedAt.get(id);
    if (draft !== null && at !== undefined && at <= editedAt) this.drop(draft);
  }

  #adopt(stored: StoredDraft): Draft {
    return this.#keep(this.#draftOf(stored));
  }

  /** A draft as the host has it. */
  #draftOf(stored: StoredDraft): Draft {
    const { id, connectionId, base, definition, editedAt } = stored;
    this.#editedAt.set(id, editedAt);
    this.saving.holds(id);
    const variant = this.#variantFor(stored);
    return new Draft(id, connectionId ?? noConnection, variant, base, definition);
  }

  /** A webhook was opened before its draft was known. What the installation holds now is told to it. */
  #inPlaceOf({ base: live }: Draft, stored: StoredDraft): Draft {
    const draft = this.#draftOf(stored);
    if (live !== null) draft.see(live);
    return draft;
  }

  /** The variant of the draft's installation; of one that is gone, the variant that its content shows. */
  #variantFor({ connectionId, definition }: StoredDraft): VariantId {
    const connection = connectionId === null ? undefined : this.#connections.find(connectionId);
    return connection?.variant ?? (definition.payloadType === null ? 'A' : 'B');
  }

  #stored(draft: Draft): StoredDraft | null {
    return draft.isEdited ? this.stored(draft) : null;
  }

  #keep(draft: Draft): Draft {
    this.#keepAll([draft]);
    return draft;
  }

  #keepAll(drafts: readonly Draft[]): void {
    const next = new Map(this.#byKey);
    for (const draft of drafts) {
      this.#unwatch.get(draft.key)?.();
      next.set(draft.key, draft);
      this.#unwatch.set(draft.key, this.#watch(draft));
    }
    this.#byKey = next;
  }

  /** Has every edit of a draft kept; the way it is now is none. A new webhook's first state is one. */
  #watch(draft: Draft): () => void {
    let isFirst = this.#editedAt.has(draft.key) || draft.base !== null;
    return $effect.root(() => {
      $effect(() => {
        const { isEdited } = draft;
        // While it is edited, each further edit shows in one of these.
        const content = isEdited ? [draft.definition, draft.base] : null;
        untrack(() => {
          if (!isFirst) this.#edit(draft, content !== null);
          isFirst = false;
        });
      });
    });
  }

  #edit(draft: Draft, isEdited: boolean): void {
    if (isEdited) this.#editedAt.set(draft.key, new Date());
    else this.#editedAt.delete(draft.key);
    this.saving.note(draft.key, () => this.#stored(draft));
  }

  #forget(key: string): void {
    this.#unwatch.get(key)?.();
    this.#unwatch.delete(key);
    this.#editedAt.delete(key);
    const next = new Map(this.#byKey);
    next.delete(key);
    this.#byKey = next;
  }
}
