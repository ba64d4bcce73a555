import { markAfter, remoteMarks, type RemoteMark } from '#domain/merge/remote-marks.ts';
import {
  type IdDefect,
  idDefects,
  type ListedWebhook,
  type WebhookKey,
} from '#domain/webhook/listed.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { StoredSnapshot } from '../store-ports.ts';
import { filterWebhooks } from './filter-webhooks.ts';

/** One webhook read or written individually; `webhook` is `null` when it was deleted. */
interface Note {
  readonly webhook: Webhook | null;
  /** Written by Hookdesk or dismissed by a person, so not marked as a remote change. */
  readonly known: boolean;
  readonly turn: number;
  /** `null` when it was not read individually. */
  readonly at: Date | null;
}

export interface Snapshot {
  readonly readAt: Date;
  readonly webhooks: WebhookTable;
  readonly idDefects: ReadonlyMap<number, IdDefect>;
  elsewhere: Map<WebhookKey, RemoteMark>;
}

interface Held {
  snapshot: Snapshot | null;
  since: number;
  readonly notes: Map<number, Note>;
  /** Whether the stored snapshot was loaded or does not exist. */
  isComplete: boolean;
}

/** `loaded`: the stored snapshot is unchanged, so it needs no write. */
export type SnapshotChange = 'news' | 'loaded';

/** The stored snapshot can arrive before or after the first list. */
export class Snapshots {
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<(connectionId: string, change: SnapshotChange) => void>();
  #turn = 0;

  onChange(listener: (connectionId: string, change: SnapshotChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes with a higher turn are newer than the list that is requested now. */
  begin(): number {
    this.#turn += 1;
    return this.#turn;
  }

  keep(
    connectionId: string,
    readAt: Date,
    webhooks: readonly ListedWebhook[] | WebhookSegment,
    { since = this.begin() }: { since?: number } = {},
  ): void {
    const held = this.#of(connectionId);
    if (since < held.since) return;
    const segment = webhooks instanceof WebhookSegment ? webhooks : segmentOf(webhooks);
    const list = listOf(segment);
    for (const [id, note] of held.notes) {
      if (note.turn > since) put(list, id, note.webhook);
      else if (held.isComplete || !note.known) held.notes.delete(id);
    }
    const before = held.snapshot;
    const elsewhere =
      before === null
        ? new Map<WebhookKey, RemoteMark>()
        : marksBetween(before, list.webhooks, readAt);
    held.snapshot = { readAt, ...list, elsewhere };
    held.since = since;
    this.#tell(connectionId, 'news');
  }

  /** Records Hookdesk's own write; `null` for a delete. */
  note(connectionId: string, id: number, webhook: Webhook | null): void {
    const { notes, snapshot } = this.#of(connectionId);
    notes.set(id, { webhook, known: true, turn: this.begin(), at: notes.get(id)?.at ?? null });
    if (snapshot === null) return;
    put(snapshot, id, webhook);
    snapshot.elsewhere.delete(id);
    this.#tell(connectionId, 'news');
  }

  saw(connectionId: string, id: number, webhook: Webhook, at: Date): void {
    const { notes, snapshot } = this.#of(connectionId);
    notes.set(id, { webhook, known: notes.get(id)?.known ?? false, turn: this.begin(), at });
    if (snapshot === null) return;
    const was = snapshot.webhooks.get(id);
    take(snapshot, webhook, at);
    if (JSON.stringify(was) !== JSON.stringify(webhook)) this.#tell(connectionId, 'news');
  }

  /** Dismisses marks; a mark with a newer `seenAt` stays. */
  seen(connectionId: string, marks: readonly { key: WebhookKey; seenAt: Date }[]): void {
    const { notes, snapshot } = this.#of(connectionId);
    if (snapshot === null) return;
    for (const { key, seenAt } of marks) {
      const mark = snapshot.elsewhere.get(key);
      if (mark?.seenAt.getTime() !== seenAt.getTime()) continue;
      snapshot.elsewhere.delete(key);
      const webhook = snapshot.webhooks.get(key) ?? null;
      // Webhooks without a unique id are never read individually.
      if (typeof key === 'string' || webhook?.id === null) continue;
      const { turn = 0, at = null } = notes.get(key) ?? {};
      notes.set(key, { webhook, known: true, turn, at });
    }
    this.#tell(connectionId, 'news');
  }

  /** Takes the stored snapshot. Data read since is newer and is compared with it. */
  meet(connectionId: string, stored: StoredSnapshot | null): void {
    const held = this.#of(connectionId);
    if (held.isComplete) return;
    held.isComplete = true;
    if (stored === null) return;
    const list = listOf(stored.webhooks.segment);
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
      const before = { webhooks: list.webhooks, elsewhere };
      snapshot.elsewhere = marksBetween(before, snapshot.webhooks, snapshot.readAt);
    }
    this.#tell(connectionId, isAsKept ? 'loaded' : 'news');
  }

  isComplete(connectionId: string): boolean {
    return this.#held.get(connectionId)?.isComplete ?? false;
  }

  forget(connectionId: string): void {
    this.#held.set(connectionId, { ...nothing(), since: this.begin(), isComplete: true });
    this.#tell(connectionId, 'news');
  }

  connections(): string[] {
    return [...this.#held.keys()];
  }

  get(connectionId: string): Readonly<Snapshot> | null {
    return this.#held.get(connectionId)?.snapshot ?? null;
  }

  find(connectionId: string, key: WebhookKey): { webhook: ListedWebhook; readAt: Date } | null {
    const held = this.#held.get(connectionId);
    const webhook = held?.snapshot?.webhooks.get(key);
    if (held?.snapshot == null || webhook === undefined) return null;
    const note = typeof key === 'number' ? held.notes.get(key) : undefined;
    return { webhook, readAt: note?.at ?? held.snapshot.readAt };
  }

  filter(connectionId: string, text: string): WebhookKey[] {
    const snapshot = this.get(connectionId);
    return snapshot === null ? [] : filterWebhooks(snapshot.webhooks, text);
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

const listOf = (segment: WebhookSegment): List => ({
  webhooks: new WebhookTable(segment),
  idDefects: idDefects(segment.unaddressable()),
});

const marksBetween = (
  before: Pick<Snapshot, 'webhooks' | 'elsewhere'>,
  now: WebhookTable,
  readAt: Date,
): Map<WebhookKey, RemoteMark> =>
  remoteMarks(before.webhooks, before.elsewhere, now, readAt, (key) =>
    before.webhooks.isSame(key, now),
  );

/** Data read under a shared id cannot be assigned to a webhook. */
function put({ webhooks, idDefects: defects }: List, id: number, webhook: Webhook | null): void {
  if (defects.has(id)) return;
  if (webhook === null) webhooks.delete(id);
  else webhooks.set(id, webhook);
}

function take(snapshot: Snapshot, webhook: Webhook, at: Date): void {
  const { webhooks, elsewhere } = snapshot;
  const { id } = webhook;
  if (snapshot.idDefects.has(id)) return;
  const mark = markAfter(id, elsewhere.get(id) ?? null, webhooks.get(id), webhook, at);
  webhooks.set(id, webhook);
  if (mark === null) elsewhere.delete(id);
  else elsewhere.set(id, mark);
}
