import { markAfter, type RemoteMark, remoteMarks } from '#domain/merge/remote-marks.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import { contentKey } from '#domain/webhook/difference.ts';
import {
  type IdDefect,
  idDefects,
  type ListedWebhook,
  type WebhookKey,
} from '#domain/webhook/listed.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { DecodedTexts } from '#domain/webhook/segment/segment-texts.ts';
import { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { StoredSnapshot } from '../store-ports.ts';

/** One webhook read or written individually; `webhook` is `null` when it was deleted. */
interface SingleWebhook {
  readonly webhook: Webhook | null;
  /** Written by Hookdesk or dismissed by a person, so not marked as a remote change. */
  readonly isExpected: boolean;
  /** Of the read or write; a list with a lower turn was requested before it. */
  readonly turn: number;
  /** `null` when it was not read individually. */
  readonly at: Date | null;
}

/** The webhooks of one installation as last read, with the marks of remote changes. */
export interface Snapshot {
  readonly readAt: Date;
  readonly webhooks: WebhookTable;
  readonly idDefects: ReadonlyMap<number, IdDefect>;
  marks: Map<WebhookKey, RemoteMark>;
}

interface InstallationState {
  snapshot: Snapshot | null;
  /** The turn in which the list of the snapshot was requested. */
  listTurn: number;
  readonly singles: Map<number, SingleWebhook>;
  /** Whether the stored snapshot was loaded or does not exist. */
  isComplete: boolean;
}

/** `loaded`: the stored snapshot is unchanged, so it needs no write. `read`: only the time of reading is newer. */
type SnapshotChange = 'changed' | 'loaded' | 'read';

interface Reading {
  /** From `beginReading`. */
  readonly since?: number;
  /** Whether the time of an unchanged list is to be stored. */
  readonly storesTime?: boolean;
}

/** The last list of each installation, with webhooks read or written since. The stored one can arrive late. */
export class Snapshots {
  readonly #states = new Map<string, InstallationState>();
  readonly #listeners = new Set<(connectionId: string, change: SnapshotChange) => void>();
  #turn = 0;

  onChange(listener: (connectionId: string, change: SnapshotChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @returns the turn of the list that is requested now: single webhooks with a higher turn are newer */
  beginReading(): number {
    this.#turn += 1;
    return this.#turn;
  }

  replaceList(
    connectionId: string,
    readAt: Date,
    webhooks: readonly ListedWebhook[] | WebhookSegment,
    { since = this.beginReading(), storesTime = true }: Reading = {},
  ): void {
    const state = this.#stateOf(connectionId);
    if (since < state.listTurn) return;
    const next = webhooks instanceof WebhookSegment ? webhooks : segmentOf(webhooks);
    const current = state.snapshot?.webhooks.segment;
    // An unchanged list stays in memory once, and so do its index and its row numbers.
    const list = listOf(current?.isSame(next) === true ? current : next);
    for (const [id, single] of state.singles) {
      if (single.turn > since) applyWrite(list, id, single.webhook);
      else if (state.isComplete || !single.isExpected) state.singles.delete(id);
    }
    const before = state.snapshot;
    const marks =
      before === null
        ? new Map<WebhookKey, RemoteMark>()
        : marksBetween(before, list.webhooks, readAt);
    state.snapshot = { readAt, ...list, marks };
    state.listTurn = since;
    const isUnchanged =
      state.isComplete && before !== null && isSameSnapshot(before, state.snapshot);
    this.#notify(connectionId, isUnchanged && !storesTime ? 'read' : 'changed');
  }

  /** Records Hookdesk's own write; `null` for a delete. */
  recordWrite(connectionId: string, id: number, webhook: Webhook | null): void {
    const { singles, snapshot } = this.#stateOf(connectionId);
    singles.set(id, {
      webhook,
      isExpected: true,
      turn: this.beginReading(),
      at: singles.get(id)?.at ?? null,
    });
    if (snapshot === null) return;
    if (webhook !== null && !snapshot.webhooks.has(id)) dropRestored(snapshot, webhook);
    applyWrite(snapshot, id, webhook);
    snapshot.marks.delete(id);
    this.#notify(connectionId, 'changed');
  }

  /** Records one webhook that was read by its id. */
  recordRead(connectionId: string, id: number, webhook: Webhook, at: Date): void {
    const { singles, snapshot } = this.#stateOf(connectionId);
    singles.set(id, {
      webhook,
      isExpected: singles.get(id)?.isExpected ?? false,
      turn: this.beginReading(),
      at,
    });
    if (snapshot === null) return;
    const before = snapshot.webhooks.get(id);
    applyRead(snapshot, webhook, at);
    if (JSON.stringify(before) !== JSON.stringify(webhook)) this.#notify(connectionId, 'changed');
  }

  /** Dismisses marks; a mark with a newer `seenAt` stays. */
  dismissMarks(connectionId: string, marks: readonly { key: WebhookKey; seenAt: Date }[]): void {
    const { singles, snapshot } = this.#stateOf(connectionId);
    if (snapshot === null) return;
    for (const { key, seenAt } of marks) {
      const mark = snapshot.marks.get(key);
      if (mark?.seenAt.getTime() !== seenAt.getTime()) continue;
      snapshot.marks.delete(key);
      const webhook = snapshot.webhooks.get(key) ?? null;
      // Webhooks without a unique id are never read individually.
      if (typeof key === 'string' || webhook?.id === null) continue;
      const { turn = 0, at = null } = singles.get(key) ?? {};
      singles.set(key, { webhook, isExpected: true, turn, at });
    }
    this.#notify(connectionId, 'changed');
  }

  /** Marks that a watch told of; a mark with a newer `seenAt` stays to be told. */
  noteReported(connectionId: string, reported: readonly { key: WebhookKey; seenAt: Date }[]): void {
    const snapshot = this.#states.get(connectionId)?.snapshot ?? null;
    if (snapshot === null || reported.length === 0) return;
    for (const { key, seenAt } of reported) {
      const mark = snapshot.marks.get(key);
      if (mark?.seenAt.getTime() === seenAt.getTime())
        snapshot.marks.set(key, { ...mark, isReported: true });
    }
    this.#notify(connectionId, 'changed');
  }

  /** Takes the stored snapshot. Data that was read since is newer and is compared with it. */
  mergeStored(connectionId: string, stored: StoredSnapshot | null): void {
    const state = this.#stateOf(connectionId);
    if (state.isComplete) return;
    state.isComplete = true;
    if (stored === null) return;
    const list = listOf(stored.webhooks.segment);
    const marks = new Map(stored.marks.map((mark) => [mark.key, mark]));
    for (const [id, single] of state.singles) {
      if (!single.isExpected) continue;
      applyWrite(list, id, single.webhook);
      marks.delete(id);
    }
    const { snapshot, singles } = state;
    const isUnchanged = snapshot === null && singles.size === 0;
    if (snapshot === null) {
      state.snapshot = { readAt: stored.readAt, ...list, marks };
      for (const { webhook, isExpected, at } of singles.values()) {
        if (!isExpected && webhook !== null && at !== null) applyRead(state.snapshot, webhook, at);
      }
    } else {
      const before = { webhooks: list.webhooks, marks };
      snapshot.marks = marksBetween(before, snapshot.webhooks, snapshot.readAt);
      const { segment } = stored.webhooks;
      if (snapshot.webhooks.isUnchanged && segment.isSame(snapshot.webhooks.segment)) {
        // The store holds its segment until the next write.
        state.snapshot = { ...snapshot, webhooks: new WebhookTable(segment) };
      }
    }
    this.#notify(connectionId, isUnchanged ? 'loaded' : 'changed');
  }

  /** Whether the stored snapshot was merged, or none exists. */
  isComplete(connectionId: string): boolean {
    return this.#states.get(connectionId)?.isComplete ?? false;
  }

  forget(connectionId: string): void {
    this.#states.set(connectionId, {
      ...emptyState(),
      listTurn: this.beginReading(),
      isComplete: true,
    });
    this.#notify(connectionId, 'changed');
  }

  connections(): string[] {
    return [...this.#states.keys()];
  }

  get(connectionId: string): Readonly<Snapshot> | null {
    return this.#states.get(connectionId)?.snapshot ?? null;
  }

  find(connectionId: string, key: WebhookKey): { webhook: ListedWebhook; readAt: Date } | null {
    const state = this.#states.get(connectionId);
    const webhook = state?.snapshot?.webhooks.get(key);
    if (state?.snapshot == null || webhook === undefined) return null;
    const single = typeof key === 'number' ? state.singles.get(key) : undefined;
    return { webhook, readAt: single?.at ?? state.snapshot.readAt };
  }

  filter(connectionId: string, text: string): WebhookKey[] {
    const webhooks = this.get(connectionId)?.webhooks;
    return webhooks === undefined ? [] : filterList(webhooks, text);
  }

  #stateOf(connectionId: string): InstallationState {
    const existing = this.#states.get(connectionId);
    if (existing !== undefined) return existing;
    const state = emptyState();
    this.#states.set(connectionId, state);
    return state;
  }

  #notify(connectionId: string, change: SnapshotChange): void {
    for (const listener of this.#listeners) listener(connectionId, change);
  }
}

const emptyState = (): InstallationState => ({
  snapshot: null,
  listTurn: 0,
  singles: new Map(),
  isComplete: false,
});

type List = Pick<Snapshot, 'webhooks' | 'idDefects'>;

const listOf = (segment: WebhookSegment): List => ({
  webhooks: new WebhookTable(segment),
  idDefects: idDefects(segment.unaddressable()),
});

function isSameSnapshot(before: Snapshot, now: Snapshot): boolean {
  const isSameList =
    before.webhooks.segment === now.webhooks.segment &&
    before.webhooks.isUnchanged &&
    now.webhooks.isUnchanged;
  return (
    isSameList &&
    before.marks.size === now.marks.size &&
    [...now.marks.values()].every(({ key, seenAt }) => before.marks.get(key)?.seenAt === seenAt)
  );
}

const marksBetween = (
  before: Pick<Snapshot, 'webhooks' | 'marks'>,
  after: WebhookTable,
  readAt: Date,
): Map<WebhookKey, RemoteMark> =>
  remoteMarks(before.webhooks, before.marks, after, readAt, (key) =>
    before.webhooks.isSame(key, after),
  );

/** Data read under a shared id cannot be assigned to a webhook. */
function applyWrite(
  { webhooks, idDefects: defects }: List,
  id: number,
  webhook: Webhook | null,
): void {
  if (defects.has(id)) return;
  if (webhook === null) webhooks.delete(id);
  else webhooks.set(id, webhook);
}

/** A webhook that others deleted and Hookdesk created again needs no mark. */
function dropRestored({ marks }: Snapshot, created: Webhook): void {
  const content = contentKey(created);
  for (const { key, kind, before } of marks.values()) {
    if (kind !== 'deleted' || before === null || contentKey(before) !== content) continue;
    marks.delete(key);
    return;
  }
}

function applyRead(snapshot: Snapshot, webhook: Webhook, at: Date): void {
  const { webhooks, marks } = snapshot;
  const { id } = webhook;
  if (snapshot.idDefects.has(id)) return;
  const mark = markAfter(id, marks.get(id) ?? null, webhooks.get(id), webhook, at);
  webhooks.set(id, webhook);
  if (mark === null) marks.delete(id);
  else marks.set(id, mark);
}

/** The webhooks whose name, URL, header names or template hold the text; all without a text. */
function filterList(webhooks: WebhookTable, text: string): WebhookKey[] {
  const passes = textFilter(text);
  if (passes === null) return [...webhooks.keys()];
  const decoded = new DecodedTexts();
  const keys: WebhookKey[] = [];
  for (const row of webhooks.rows()) {
    if (passes(webhooks.searchTextOf(row, decoded))) keys.push(webhooks.keyOf(row));
  }
  return keys;
}
