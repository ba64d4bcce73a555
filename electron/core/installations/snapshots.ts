import { markAfter, seenElsewhere, type SeenElsewhere } from '#domain/merge/seen-elsewhere.ts';
import {
  type IdDefect,
  idDefects,
  keyOf,
  type ListedWebhook,
  type WebhookKey,
} from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { StoredSnapshot } from '../store-ports.ts';
import { filterWebhooks } from './filter-webhooks.ts';

/** One webhook as it was read or written by itself; `null` when it is no longer there. */
interface Note {
  readonly webhook: Webhook | null;
  /** This Hookdesk has written it, or somebody has looked at it: nothing of it is a change to report. */
  readonly known: boolean;
  readonly turn: number;
  /** When it was read by itself; `null` where it was not. */
  readonly at: Date | null;
}

/** What was last read of one installation. */
export interface Snapshot {
  readonly readAt: Date;
  /** In the order of the list. */
  readonly webhooks: Map<WebhookKey, ListedWebhook>;
  /** Ids of the list that identify no webhook. */
  readonly idDefects: ReadonlyMap<number, IdDefect>;
  elsewhere: Map<WebhookKey, SeenElsewhere>;
}

interface Held {
  snapshot: Snapshot | null;
  /** The turn in which the reading of the list began. */
  since: number;
  readonly notes: Map<number, Note>;
  /** What was kept from before is in it, or there is nothing of the kind. */
  isComplete: boolean;
}

/** What became of a snapshot: something was read or noted, or what was kept of it came in as it is. */
export type SnapshotChange = 'news' | 'loaded';

/**
 * What was last read of each installation, in memory, and what changed there past this Hookdesk. What
 * was kept on disk comes in when it is known, before the first list or after it.
 */
export class Snapshots {
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<(connectionId: string, change: SnapshotChange) => void>();
  #turn = 0;

  /** Calls back after every change, until the function that it gives back is called. */
  onChange(listener: (connectionId: string, change: SnapshotChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A turn to begin a reading in: what is noted after it is newer than what the reading brings. */
  begin(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** A list as just read. One that was begun before the list that is there is left aside. */
  keep(
    connectionId: string,
    readAt: Date,
    webhooks: readonly ListedWebhook[],
    { since = this.begin() }: { since?: number } = {},
  ): void {
    const held = this.#of(connectionId);
    if (since < held.since) return;
    const list = listOf(webhooks);
    for (const [id, note] of held.notes) {
      if (note.turn > since) put(list, id, note.webhook);
      else if (held.isComplete || !note.known) held.notes.delete(id);
    }
    const before = held.snapshot;
    const elsewhere =
      before === null
        ? new Map<WebhookKey, SeenElsewhere>()
        : seenElsewhere(before.webhooks, before.elsewhere, list.webhooks, readAt);
    held.snapshot = { readAt, ...list, elsewhere };
    held.since = since;
    this.#tell(connectionId, 'news');
  }

  /** One webhook as this Hookdesk has written it and read it back, or `null` when it has deleted it. */
  note(connectionId: string, id: number, webhook: Webhook | null): void {
    const { notes, snapshot } = this.#of(connectionId);
    notes.set(id, { webhook, known: true, turn: this.begin(), at: notes.get(id)?.at ?? null });
    if (snapshot === null) return;
    put(snapshot, id, webhook);
    snapshot.elsewhere.delete(id);
    this.#tell(connectionId, 'news');
  }

  /** One webhook as just read. */
  saw(connectionId: string, id: number, webhook: Webhook, at: Date): void {
    const { notes, snapshot } = this.#of(connectionId);
    notes.set(id, { webhook, known: notes.get(id)?.known ?? false, turn: this.begin(), at });
    if (snapshot === null) return;
    const was = snapshot.webhooks.get(id);
    take(snapshot, webhook, at);
    if (JSON.stringify(was) !== JSON.stringify(webhook)) this.#tell(connectionId, 'news');
  }

  /** Somebody has looked at these changes; one that was seen to change again since stays. */
  seen(connectionId: string, marks: readonly { key: WebhookKey; seenAt: Date }[]): void {
    const { notes, snapshot } = this.#of(connectionId);
    if (snapshot === null) return;
    for (const { key, seenAt } of marks) {
      const mark = snapshot.elsewhere.get(key);
      if (mark?.seenAt.getTime() !== seenAt.getTime()) continue;
      snapshot.elsewhere.delete(key);
      const webhook = snapshot.webhooks.get(key) ?? null;
      // Only what an id identifies is ever read by itself.
      if (typeof key === 'string' || webhook?.id === null) continue;
      const { turn = 0, at = null } = notes.get(key) ?? {};
      notes.set(key, { webhook, known: true, turn, at });
    }
    this.#tell(connectionId, 'news');
  }

  /** What was kept from before; `null` for nothing. What was read since is newer, and held against it. */
  meet(connectionId: string, stored: StoredSnapshot | null): void {
    const held = this.#of(connectionId);
    if (held.isComplete) return;
    held.isComplete = true;
    if (stored === null) return;
    const list = listOf(stored.webhooks);
    const elsewhere = new Map(stored.elsewhere.map((mark) => [mark.key, mark]));
    for (const [id, note] of held.notes) {
      if (!note.known) continue;
      put(list, id, note.webhook);
      elsewhere.delete(id);
    }
    const { snapshot, notes } = held;
    const isAsKept = snapshot === null && notes.size === 0;
    if (snapshot === null) {
      held.snapshot = { readAt: stored.readAt, ...list, elsewhere };
      for (const { webhook, known, at } of notes.values()) {
        if (!known && webhook !== null && at !== null) take(held.snapshot, webhook, at);
      }
    } else {
      const { readAt } = snapshot;
      snapshot.elsewhere = seenElsewhere(list.webhooks, elsewhere, snapshot.webhooks, readAt);
    }
    this.#tell(connectionId, isAsKept ? 'loaded' : 'news');
  }

  /** Whether what was kept from before is known. */
  isComplete(connectionId: string): boolean {
    return this.#held.get(connectionId)?.isComplete ?? false;
  }

  /** The connection is gone, or leads elsewhere: nothing that was read counts any more. */
  forget(connectionId: string): void {
    this.#held.set(connectionId, { ...nothing(), since: this.begin(), isComplete: true });
    this.#tell(connectionId, 'news');
  }

  /** The installations of which something is known. */
  connections(): string[] {
    return [...this.#held.keys()];
  }

  /** `null` where nothing was read, or what was read is not known. */
  get(connectionId: string): Readonly<Snapshot> | null {
    return this.#held.get(connectionId)?.snapshot ?? null;
  }

  /** One webhook as it was last read, by itself or in the list; `null` where it is not known, or gone. */
  find(connectionId: string, key: WebhookKey): { webhook: ListedWebhook; readAt: Date } | null {
    const held = this.#held.get(connectionId);
    const webhook = held?.snapshot?.webhooks.get(key);
    if (held?.snapshot == null || webhook === undefined) return null;
    const note = typeof key === 'number' ? held.notes.get(key) : undefined;
    return { webhook, readAt: note?.at ?? held.snapshot.readAt };
  }

  /** Keys of the webhooks that a filter shows. */
  filter(connectionId: string, text: string): WebhookKey[] {
    return filterWebhooks(this.get(connectionId)?.webhooks.values() ?? [], text);
  }

  #of(connectionId: string): Held {
    const known = this.#held.get(connectionId);
    if (known !== undefined) return known;
    const held = nothing();
    this.#held.set(connectionId, held);
    return held;
  }

  #tell(connectionId: string, change: SnapshotChange): void {
    for (const listener of this.#listeners) listener(connectionId, change);
  }
}

const nothing = (): Held => ({ snapshot: null, since: 0, notes: new Map(), isComplete: false });

type List = Pick<Snapshot, 'webhooks' | 'idDefects'>;

const listOf = (webhooks: readonly ListedWebhook[]): List => ({
  webhooks: new Map(webhooks.map((webhook) => [keyOf(webhook), webhook])),
  idDefects: idDefects(webhooks),
});

/** What was read under an id says nothing of the webhooks that share it. */
function put({ webhooks, idDefects: defects }: List, id: number, webhook: Webhook | null): void {
  if (defects.has(id)) return;
  if (webhook === null) webhooks.delete(id);
  else webhooks.set(id, webhook);
}

/** Puts a webhook in that was read by itself, and marks what became of it. */
function take(snapshot: Snapshot, webhook: Webhook, at: Date): void {
  const { webhooks, elsewhere } = snapshot;
  const { id } = webhook;
  if (snapshot.idDefects.has(id)) return;
  const mark = markAfter(id, elsewhere.get(id) ?? null, webhooks.get(id), webhook, at);
  webhooks.set(id, webhook);
  if (mark === null) elsewhere.delete(id);
  else elsewhere.set(id, mark);
}
