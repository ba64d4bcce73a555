import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { DraftEntry, DraftsEvent } from '#contract/drafts.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import { type DraftContent, mergeDrafts, sameDraft } from '#domain/merge/merge-drafts.ts';
import { type DraftEdit, identityOf, type StoredDraft } from '#domain/draft/stored-draft.ts';
import {
  definitionOf,
  duplicateOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { follow } from '../follow.ts';
import type { Connections } from '../installations/connections.svelte.ts';
import { DraftSync, type WindowDrafts } from './draft-sync.ts';
import { Draft, type Fork, newIdentity } from './draft.svelte.ts';
import { afterEdit, afterPublish } from './publication.ts';
import { KeyTicks } from '../rows/ticks.svelte.ts';

const keyOf = (connectionId: string, webhookId: number): string => `${connectionId}/${webhookId}`;

/** The connection id of a draft without an installation. */
const noConnection = '';

export interface DraftEvents {
  onMoved(from: string, to: string): void;
  onBase(draft: Draft, webhook: Webhook): void;
  onPublished(draft: Draft): void;
  onDiscarded(draft: Draft): void;
}

type EditState = Pick<Draft, 'content' | 'heldBack' | 'focusedField'>;

export class Drafts implements WindowDrafts {
  readonly entries = new SvelteMap<string, DraftEntry>();
  readonly ticked = new KeyTicks();
  readonly #client: HookdeskClient;
  readonly #connections: Pick<Connections, 'find' | 'isWritable'>;
  readonly sync: DraftSync;
  /** `null` until the workspace follows the drafts. */
  events: DraftEvents | null = null;
  readonly #byKey = new SvelteMap<string, Draft>();
  readonly #editedAt = new SvelteMap<string, Date>();
  readonly #unwatch = new Map<string, () => void>();

  readonly edited = $derived([...this.#byKey.values()].filter((draft) => draft.isEdited));
  readonly publishable = $derived(
    this.edited.filter(({ connectionId }) => this.#connections.isWritable(connectionId)),
  );
  /** Includes drafts that a filter hides, and none on a read-only installation: it has no box. */
  readonly selected = $derived(this.publishable.filter(({ key }) => this.ticked.has(key)));
  /** By webhook. A new webhook's draft keeps its key after publishing. */
  readonly #byWebhook = $derived.by(() => {
    const all = new Map<string, Draft>();
    for (const draft of this.#byKey.values()) {
      if (draft.base === null || draft.identity.kind !== 'main') continue;
      const webhook = keyOf(draft.connectionId, draft.base.id);
      if (all.get(webhook)?.isEdited !== true) all.set(webhook, draft);
    }
    return all;
  });

  constructor(client: HookdeskClient, connections: Pick<Connections, 'find' | 'isWritable'>) {
    this.#client = client;
    this.#connections = connections;
    this.sync = new DraftSync(client, this);
  }

  async follow(): Promise<void> {
    await follow(this.#client.drafts.watch(), (event) => {
      this.#apply(event);
    });
    this.sync.report(null);
  }

  #apply(event: DraftsEvent): void {
    switch (event.kind) {
      case 'drafts':
        for (const draft of event.drafts) this.sync.receive(draft);
        break;
      case 'removed':
        for (const removed of event.drafts) {
          this.entries.delete(removed.id);
          this.sync.receiveRemoved(removed);
        }
        break;
      case 'entries':
        for (const entry of event.entries) this.entries.set(entry.draftId, entry);
        break;
      case 'state':
        this.sync.report(event.state);
    }
  }

  get(key: string | null): Draft | null {
    return key === null ? null : (this.#byKey.get(key) ?? null);
  }

  ofWebhook(connectionId: string, webhookId: number): Draft | null {
    return this.#byWebhook.get(keyOf(connectionId, webhookId)) ?? null;
  }

  newOf(connectionId: string): Draft[] {
    return this.edited.filter(
      (draft) => draft.connectionId === connectionId && draft.base === null,
    );
  }

  editedIn(connectionId: string): number {
    return this.edited.filter((draft) => draft.connectionId === connectionId).length;
  }

  newNamesOf(connectionId: string): Map<number, string> {
    const names = new Map<number, string>();
    for (const { connectionId: id, base, title, fields } of this.#byWebhook.values()) {
      if (id === connectionId && base !== null && fields.name !== base.name) {
        names.set(base.id, title);
      }
    }
    return names;
  }

  /** Another draft that can be published, of the same installation first; `null` if none is left. */
  nextToPublish(draft: Draft): Draft | null {
    const others = this.publishable.filter((each) => each !== draft);
    const here = others.find(({ connectionId }) => connectionId === draft.connectionId);
    return here ?? others[0] ?? null;
  }

  editedAt(draft: Draft): Date | null {
    return this.#editedAt.get(draft.key) ?? null;
  }

  /** Reads a webhook and returns its draft; an edited draft stays unchanged. */
  async open(connection: ConnectionView, webhookId: number, signal: AbortSignal): Promise<Draft> {
    const { id: connectionId } = connection;
    const { webhook } = await this.#client.webhooks.read({ connectionId, webhookId }, { signal });
    const draft = await this.openLast(connection, webhook);
    draft.applyRemote(webhook);
    return draft;
  }

  /** An existing draft stays unchanged. */
  async openLast(connection: ConnectionView, webhook: Webhook): Promise<Draft> {
    await this.sync.loaded;
    const { id, variant } = connection;
    const existing = this.ofWebhook(id, webhook.id);
    if (existing !== null) return existing;
    const key = keyOf(id, webhook.id);
    return this.#register(new Draft(key, id, variant, webhook, definitionOf(webhook)));
  }

  async refresh(draft: Draft, signal: AbortSignal): Promise<void> {
    const { connectionId, base } = draft;
    if (base === null) return;
    const address = { connectionId, webhookId: base.id };
    const { webhook } = await this.#client.webhooks.read(address, { signal });
    draft.applyRemote(webhook);
  }

  /** Starts a new webhook, which becomes a stored draft with the first edit. */
  create({ id, variant }: ConnectionView): Draft {
    // Each window has one at most: the others were left without an edit.
    for (const { key, untouched } of [...this.#byKey.values()]) if (untouched) this.#forget(key);
    const draft = new Draft(crypto.randomUUID(), id, variant, null, emptyDefinition(variant));
    draft.untouched = true;
    return this.#register(draft);
  }

  duplicate(connection: ConnectionView, original: WebhookDefinition): Draft {
    return this.createFrom(connection, duplicateOf(original));
  }

  /** @param lineage of the draft that it replaces */
  createFrom(connection: ConnectionView, definition: WebhookDefinition, lineage?: string): Draft {
    const { id, variant } = connection;
    const key = crypto.randomUUID();
    return this.#register(new Draft(key, id, variant, null, definition, newIdentity(lineage)));
  }

  async move(draft: Draft, to: ConnectionView): Promise<Draft> {
    const { key } = draft;
    await this.sync.flush();
    const stored = await this.sync.move(key, to.id);
    this.#forget(key);
    this.sync.receive(stored);
    return this.get(stored.id) ?? this.adopt(stored);
  }

  restore(edit: DraftEdit): Draft {
    const draft = this.adopt(edit);
    this.sync.noteEdit(draft);
    return draft;
  }

  drop(draft: Draft): void {
    this.ticked.forget([draft.key]);
    this.#forget(draft.key);
    void this.sync.remove(draft.key);
  }

  dropAllOf(connectionId: string): void {
    for (const draft of this.#byKey.values()) {
      if (draft.connectionId === connectionId) this.drop(draft);
    }
  }

  revisionOf(draft: Draft): number | null {
    return this.sync.revisionOf(draft);
  }

  entryOf(draft: Draft): DraftEntry | null {
    const entry = this.entries.get(draft.key);
    const { publication } = draft;
    const isKept = publication.kind === 'kept' && publication.entryId === entry?.id;
    return entry === undefined || isKept ? null : entry;
  }

  /** Returns a function that restores both drafts. */
  join(draft: Draft, { of, ancestor }: Fork, prefer: 'mine' | 'theirs'): () => void {
    const main = this.get(of);
    if (main === null) {
      draft.fork = null;
      return () => undefined;
    }
    const [back, edit] = [main.snapshot(), this.edit(draft)];
    main.replaceContent(mergeDrafts(ancestor, draft.content, main.content, prefer).content);
    this.events?.onMoved(draft.key, main.key);
    this.drop(draft);
    return () => {
      back();
      this.restore(edit);
    };
  }

  noteEdits(): void {
    for (const draft of [...this.#byKey.values()]) this.#noteChange(draft);
  }

  flushNow(): Promise<void> {
    this.noteEdits();
    return this.sync.flushInTime();
  }

  get areSaved(): boolean {
    if (this.edited.length === 0) return true;
    return this.sync.state.status === 'kept' && !this.sync.wouldBeLost;
  }

  claim({ id, kind, connectionId, webhookId }: StoredDraft): Draft | null {
    if (connectionId === null || webhookId === null || kind !== 'main') return null;
    const draft = this.ofWebhook(connectionId, webhookId);
    if (draft === null || draft.isEdited) return null;
    this.#rekey(draft, id);
    return draft;
  }

  adopt(edit: DraftEdit): Draft {
    const { id, connectionId, base, definition, editedAt } = edit;
    this.#editedAt.set(id, editedAt);
    const variant = this.#variantFor(edit);
    const connection = connectionId ?? noConnection;
    return this.#register(new Draft(id, connection, variant, base, definition, identityOf(edit)));
  }

  fork(draft: Draft, { base, definition }: DraftContent, fork: Fork): void {
    const { key, connectionId, variant, identity } = draft;
    this.#rekey(draft, crypto.randomUUID());
    draft.identity = { ...identity, kind: 'fork' };
    draft.fork = fork;
    draft.heldBack = null;
    this.#register(new Draft(key, connectionId, variant, base, definition, identity));
  }

  edit(draft: Draft, { base, definition }: DraftContent = draft.content): DraftEdit {
    const { key, connectionId: id } = draft;
    const connectionId = id === noConnection ? null : id;
    const editedAt = this.#editedAt.get(key) ?? new Date();
    const webhookId = base?.id ?? null;
    return { ...draft.identity, id: key, connectionId, webhookId, base, definition, editedAt };
  }

  onChanged(draft: Draft, from: Webhook | null, editedAt: Date): void {
    if (draft.isEdited) this.#editedAt.set(draft.key, editedAt);
    const { base } = draft;
    if (base !== null && base !== from) this.events?.onBase(draft, base);
  }

  onPublished(draft: Draft, webhook: Webhook): void {
    this.entries.delete(draft.key);
    this.events?.onBase(draft, webhook);
    if (draft.isEdited) return;
    draft.reviewed = false;
    draft.firstBase = null;
    draft.identity = newIdentity();
    draft.publication = afterPublish(draft.publication);
    this.ticked.forget([draft.key]);
    const key = keyOf(draft.connectionId, webhook.id);
    if (this.get(key)?.isEdited !== true) this.#rekey(draft, key);
    this.events?.onPublished(draft);
  }

  onDiscarded(draft: Draft): void {
    this.ticked.forget([draft.key]);
    if (draft.base === null) this.#forget(draft.key);
    else draft.discard();
    this.events?.onDiscarded(draft);
  }

  /** Guesses the variant from the content if the connection is deleted. */
  #variantFor({ connectionId, definition }: DraftEdit): VariantId {
    const connection = connectionId === null ? undefined : this.#connections.find(connectionId);
    return connection?.variant ?? (definition.payloadType === null ? 'A' : 'B');
  }

  #register(draft: Draft): Draft {
    this.#unwatch.get(draft.key)?.();
    this.#byKey.set(draft.key, draft);
    this.#unwatch.set(draft.key, this.#watch(draft));
    return draft;
  }

  #watch(draft: Draft): () => void {
    return $effect.root(() => {
      $effect(() => {
        // Reading these subscribes the effect to edits and to focus changes.
        const { content, heldBack, focusedField } = draft;
        untrack(() => {
          draft.recordEdit();
        });
        // Deferred: a fork makes a draft, and its effects would end with the running effect.
        queueMicrotask(() => {
          const state = { content, heldBack, focusedField };
          if (this.get(draft.key) === draft) this.#noteChange(draft, state);
        });
      });
    });
  }

  #noteChange(draft: Draft, state: EditState = draft): void {
    const { content, heldBack, focusedField } = state;
    if (draft.untouched) {
      const empty = { base: null, definition: emptyDefinition(draft.variant) };
      if (sameDraft(empty, content)) return;
      draft.untouched = false;
    }
    if (heldBack !== null && heldBack !== focusedField) this.sync.mergeTheirs(draft);
    else if (this.sync.isNewEdit(draft, content)) this.#noteEdit(draft);
  }

  #noteEdit(draft: Draft): void {
    if (draft.isEdited) this.#editedAt.set(draft.key, new Date());
    else {
      this.#editedAt.delete(draft.key);
      this.ticked.forget([draft.key]);
    }
    draft.publication = afterEdit(draft.publication);
    this.sync.noteEdit(draft);
  }

  #rekey(draft: Draft, key: string): void {
    const from = draft.key;
    if (from === key) return;
    const editedAt = this.#editedAt.get(from);
    this.#forget(from);
    draft.key = key;
    if (editedAt !== undefined && draft.isEdited) this.#editedAt.set(key, editedAt);
    this.#register(draft);
    this.events?.onMoved(from, key);
  }

  #forget(key: string): void {
    this.#unwatch.get(key)?.();
    this.#unwatch.delete(key);
    this.#editedAt.delete(key);
    this.#byKey.delete(key);
  }
}

export const [getDrafts, setDrafts] = createContext<Drafts>();
