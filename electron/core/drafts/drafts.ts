import { EventPublisher } from '@orpc/server';
import type {
  DraftEntry,
  DraftRemoved,
  DraftSaved,
  DraftsEvent,
  DraftsState,
  RemoveDraft,
  RemovedDraft,
  SaveDraft,
} from '#contract/drafts.ts';
import { moveDraft } from '#domain/draft/move.ts';
import type { DraftEdit, StoredDraft } from '#domain/draft/stored-draft.ts';
import { inParts } from '#domain/in-parts.ts';
import { isOpen, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { afterEntries, concerns, settleDraft } from '#domain/publishing/settle-draft.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { PersistentQueue } from '../persistence/persistent-queue.ts';
import { explainedStatus } from '../persistence/status.ts';
import type { DraftChange, OpenDrafts, Ports, Sealer } from '../ports.ts';
import { keyIsThere, noSuchDraft } from './draft-problems.ts';

type Needs = Pick<Ports, 'vault' | 'drafts' | 'clock' | 'newId'>;

export interface DraftEntries {
  /** Newest first. */
  ofLineages(lineages: readonly string[]): Promise<readonly JournalEntry[]>;
  onEntry(listener: (entry: JournalEntry) => void): void;
  latestDraftRevision(): Promise<number>;
  /** Resolves when completed entries are on disk. */
  settled(): Promise<void>;
}

const portion = 100;

const meaning = {
  memory: 'Drafts are in memory only, like the secrets. They are deleted when Hookdesk closes.',
  locked: 'Drafts are encrypted. Edits stay in memory until you unlock the vault.',
};

interface Turned<Value> {
  readonly value: Value;
  readonly turn: number;
}

/** Calls resolve when the change is on disk, or queued because vault or disk refuse it. */
export class Drafts {
  readonly #needs: Needs;
  readonly #journal: DraftEntries;
  readonly #known = new Map<string, Turned<StoredDraft>>();
  readonly #idsOfLineage = new Map<string, Set<string>>();
  /** Entries that came while the journal was read for their lineage. */
  readonly #recalling = new Map<string, JournalEntry[]>();
  /** Prevents a late save from restoring a removed draft. */
  readonly #removed = new Map<string, Turned<RemovedDraft>>();
  readonly #entries = new Map<string, Turned<DraftEntry>>();
  readonly #queue: PersistentQueue<DraftChange>;
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  readonly #listeners: (() => void)[] = [];
  #turn = 0;
  #lastRevision = 0;
  /** Maps revisions given before the file was read to their final revisions. */
  readonly #raised = new Map<number, number>();
  #windows = 0;
  #unreadable = 0;
  #notices: string[] = [];
  #isRead = false;

  constructor(needs: Needs, journal: DraftEntries) {
    this.#needs = needs;
    this.#journal = journal;
    this.#queue = new PersistentQueue(needs, {
      keyOf: (change) => (change.kind === 'save' ? change.draft.id : change.draftId),
      write: (changes, sealer) => needs.drafts.write(changes, sealer),
      onOpened: (file, sealer) => this.#takeIn(file, sealer),
      onAttempt: () => this.#changes.publish('changed', null),
    });
    journal.onEntry((entry) => {
      this.#follow(entry);
    });
  }

  state(): DraftsState {
    return {
      ...explainedStatus(this.#queue.status, meaning),
      waiting: [...this.#queue.pending.values()].filter(({ kind }) => kind === 'save').length,
      unreadable: this.#unreadable,
      notices: [...this.#notices],
      windows: this.#windows,
    };
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<DraftsEvent, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    this.#windows += 1;
    try {
      this.#changes.publish('changed', null);
      let seen = this.#turn;
      yield* this.#since(null);
      let told = this.state();
      yield { kind: 'state', state: told };
      while ((await changes.next()).done !== true) {
        const from = seen;
        seen = this.#turn;
        yield* this.#since(from);
        const now = this.state();
        if (JSON.stringify(now) === JSON.stringify(told)) continue;
        told = now;
        yield { kind: 'state', state: now };
      }
    } finally {
      await changes.return();
      this.#windows -= 1;
      this.#changes.publish('changed', null);
    }
  }

  /** Called when a webhook may have got its first draft or lost its last one. */
  onEditedChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  editedWebhooks(): Map<string, Set<WebhookKey>> {
    const edited = new Map<string, Set<WebhookKey>>();
    for (const { value } of this.#known.values()) {
      const { connectionId, webhookId } = value;
      if (connectionId === null || webhookId === null) continue;
      const ids = edited.get(connectionId) ?? new Set();
      edited.set(connectionId, ids.add(webhookId));
    }
    return edited;
  }

  get(draftId: string): StoredDraft | undefined {
    return this.#known.get(draftId)?.value;
  }

  find(draftId: string): StoredDraft {
    const draft = this.get(draftId);
    if (draft === undefined) throw noSuchDraft();
    return draft;
  }

  async save({ draft: edit, basedOn }: SaveDraft): Promise<DraftSaved> {
    const known = this.get(edit.id) ?? this.#publishedAs(edit) ?? (await this.#recall(edit));
    const current = known ?? this.get(edit.id);
    if (current !== undefined && basedOn !== current.revision) return this.#outdated(current);
    const revision = this.#nextRevision();
    const { kind, lineage, settledRevision } = current ?? edit;
    this.#put({ ...edit, kind, lineage, settledRevision, revision });
    const state = await this.#flush();
    return { status: 'saved', revision: this.#raised.get(revision) ?? revision, state };
  }

  async remove({ draftId, basedOn }: RemoveDraft): Promise<DraftRemoved> {
    const current = this.get(draftId);
    if (current !== undefined && basedOn !== null && basedOn < current.revision) {
      return this.#outdated(current);
    }
    this.#drop(draftId);
    return { status: 'removed', state: await this.#flush() };
  }

  async add(edits: readonly DraftEdit[]): Promise<void> {
    for (const edit of edits) this.#put({ ...edit, revision: this.#nextRevision() });
    await this.#flush();
  }

  async holdsAlready(draftId: string, revision: number | null, webhook: Webhook): Promise<void> {
    if (this.get(draftId)?.revision !== revision) return;
    this.#drop(draftId, webhook);
    await this.#flush();
  }

  async move(draftId: string, to: { id: string; variant: VariantId }): Promise<StoredDraft> {
    const draft = this.find(draftId);
    const moved: DraftEdit = {
      id: this.#needs.newId(),
      kind: 'main',
      lineage: draft.lineage,
      connectionId: to.id,
      webhookId: null,
      base: null,
      definition: moveDraft(draft, to.variant).definition,
      editedAt: this.#needs.clock.now(),
      settledRevision: null,
    };
    const published = await this.#recall(moved);
    if (published === undefined) this.#put({ ...moved, revision: this.#nextRevision() });
    this.#drop(draftId);
    await this.#flush();
    return published ?? this.find(moved.id);
  }

  async forget(connectionId: string): Promise<void> {
    for (const { value: draft } of [...this.#known.values()]) {
      if (draft.connectionId === connectionId) this.#drop(draft.id);
    }
    await this.#flush();
  }

  /** Sets the file aside when its key is lost, and writes a new one. */
  async startAnew(): Promise<DraftsState> {
    if (this.#queue.status.problem?.code !== 'data-key-missing') throw keyIsThere();
    await this.#needs.drafts.setAside();
    return this.#flush();
  }

  settled(): Promise<void> {
    return this.#queue.flush();
  }

  /** Must be called before the ports are closed. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #follow(entry: JournalEntry): void {
    const { lineage } = entry;
    if (lineage === null) return;
    this.#recalling.get(lineage)?.push(entry);
    for (const id of [...(this.#idsOfLineage.get(lineage) ?? [])]) {
      const draft = this.get(id);
      if (draft !== undefined && concerns(entry, draft)) this.#followInto(draft, entry);
    }
    this.#changes.publish('changed', null);
  }

  #followInto(draft: StoredDraft, entry: JournalEntry): void {
    const { id } = draft;
    const { outcome } = entry;
    const isOwn = entry.draftId === id || this.#entries.get(id)?.value.id === entry.id;
    // A request of another draft of the lineage matters only while it may be, or is, applied.
    if (isOwn || isOpen(outcome) || isUndoable(outcome)) {
      this.#entries.set(id, this.#turned(draftEntryOf(entry, id)));
    }
    if (!isOpen(outcome)) this.#settle(entry, draft);
  }

  /**
   * Looks up what was sent for a draft that this host does not know, such as a restored one.
   * @returns what was published in its place; `undefined` when nothing was
   */
  async #recall(edit: DraftEdit): Promise<StoredDraft | undefined> {
    // `#takeIn` looks up the entries of edits that precede it.
    if (!this.#isRead && !this.#queue.isInMemory) return undefined;
    const { lineage } = edit;
    const meanwhile: JournalEntry[] = [];
    this.#recalling.set(lineage, meanwhile);
    let entries: readonly JournalEntry[] = [];
    try {
      entries = (await this.#journal.ofLineages([lineage])).toReversed();
    } catch (error) {
      // Vault or disk fail: publishing asks the journal again.
      if (!(error instanceof ProblemError)) throw error;
    } finally {
      if (this.#recalling.get(lineage) === meanwhile) this.#recalling.delete(lineage);
    }
    const unsettled = [...entries, ...meanwhile].filter((entry) => concerns(entry, edit));
    if (unsettled.length === 0 || this.get(edit.id) !== undefined) return undefined;
    this.#put({ ...edit, revision: this.#nextRevision() });
    for (const entry of unsettled) this.#follow(entry);
    // On disk before the window drops its own copy.
    await this.#flush();
    return this.get(edit.id) ?? this.#publishedAs(edit);
  }

  /** The draft is written after the journal entry: after a kill, the entry is applied again. */
  #settle(entry: JournalEntry, draft: StoredDraft): void {
    const settled = settleDraft(entry, draft);
    if (settled.kind === 'kept') return;
    if (settled.kind === 'published') this.#noteRemoved(draft, settled.webhook);
    else this.#note({ ...settled.draft, revision: this.#nextRevision() });
    void this.#journal.settled().then(() => this.#writeNow(draft.id));
  }

  #writeNow(draftId: string): Promise<unknown> {
    const draft = this.get(draftId);
    this.#queue.put(draft === undefined ? { kind: 'remove', draftId } : { kind: 'save', draft });
    return this.#flush();
  }

  #outdated(current: StoredDraft): Extract<DraftSaved, { status: 'outdated' }> {
    return { status: 'outdated', current, state: this.state() };
  }

  /** Rebases a window's edit on the webhook that its draft was published as. */
  #publishedAs(edit: DraftEdit): StoredDraft | undefined {
    const removed = this.#removed.get(edit.id)?.value;
    if (removed?.published == null) return undefined;
    const { revision, published: base } = removed;
    const definition = definitionOf(base);
    return { ...edit, webhookId: base.id, base, definition, revision, settledRevision: revision };
  }

  #nextRevision(): number {
    this.#lastRevision += 1;
    return this.#lastRevision;
  }

  #put(draft: StoredDraft): void {
    this.#note(draft);
    this.#queue.put({ kind: 'save', draft });
  }

  #drop(draftId: string, published: Webhook | null = null): void {
    const draft = this.get(draftId);
    if (draft !== undefined) this.#noteRemoved(draft, published);
    this.#queue.put({ kind: 'remove', draftId });
  }

  #note(draft: StoredDraft): void {
    const before = this.get(draft.id);
    this.#known.set(draft.id, this.#turned(draft));
    this.#removed.delete(draft.id);
    const { lineage } = draft;
    if (before !== undefined && before.lineage !== lineage) this.#forgetLineage(before);
    this.#idsOfLineage.set(lineage, (this.#idsOfLineage.get(lineage) ?? new Set()).add(draft.id));
    if (before?.webhookId !== draft.webhookId) this.#reportEdited();
  }

  #reportEdited(): void {
    for (const listener of this.#listeners) listener();
  }

  #noteRemoved(draft: StoredDraft, published: Webhook | null): void {
    const { id } = draft;
    this.#known.delete(id);
    this.#forgetLineage(draft);
    this.#entries.delete(id);
    // A new revision, higher than that of any window.
    this.#removed.set(id, this.#turned({ id, revision: this.#nextRevision(), published }));
    this.#reportEdited();
  }

  #forgetLineage({ id, lineage }: StoredDraft): void {
    const ids = this.#idsOfLineage.get(lineage);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOfLineage.delete(lineage);
  }

  #turned<Value>(value: Value): Turned<Value> {
    this.#turn += 1;
    return { value, turn: this.#turn };
  }

  *#since(turn: number | null): Generator<DraftsEvent, void, void> {
    const changed = <Value>(of: ReadonlyMap<string, Turned<Value>>): Generator<Value[]> =>
      inParts(
        [...of.values()].filter((each) => each.turn > (turn ?? 0)).map(({ value }) => value),
        portion,
      );
    for (const drafts of changed(this.#known)) yield { kind: 'drafts', drafts };
    for (const entries of changed(this.#entries)) yield { kind: 'entries', entries };
    if (turn === null) return;
    for (const drafts of changed(this.#removed)) yield { kind: 'removed', drafts };
  }

  async #flush(): Promise<DraftsState> {
    await this.#queue.flush();
    return this.state();
  }

  /** Drafts in memory are newer than those on disk. */
  async #takeIn(file: OpenDrafts, sealer: Sealer): Promise<void> {
    const { drafts, unreadable } = await this.#needs.drafts.read(sealer);
    if (this.#isRead) {
      // The reopened file may be an older copy, so everything is written again.
      for (const { id } of drafts) if (!this.#known.has(id)) this.#drop(id);
      for (const { value } of this.#known.values()) {
        this.#queue.put({ kind: 'save', draft: value });
      }
    } else {
      await this.#raiseRevisions(drafts);
      const entries = await this.#entriesFromBefore(drafts);
      for (const draft of drafts) this.#meet(draft, entries);
      for (const entry of entries) this.#follow(entry);
    }
    if (file.notice !== null) this.#notices.push(file.notice);
    this.#unreadable = unreadable;
    this.#isRead = true;
  }

  async #entriesFromBefore(drafts: readonly StoredDraft[]): Promise<JournalEntry[]> {
    const asked = new Set<string>();
    const entries: JournalEntry[] = [];
    for (;;) {
      // A window may save more drafts while the journal is read.
      const inMemory = [...this.#known.values()].map(({ value }) => value);
      const left = [...drafts, ...inMemory].filter(({ lineage }) => !asked.has(lineage));
      const byLineage = Map.groupBy(left, ({ lineage }) => lineage);
      if (byLineage.size === 0) return entries;
      for (const lineages of inParts(byLineage.keys(), portion)) {
        const newestFirst = await this.#journal.ofLineages(lineages);
        const unsettled = newestFirst.filter((entry) =>
          byLineage.get(entry.lineage ?? '')?.some((draft) => concerns(entry, draft)),
        );
        entries.push(...unsettled.toReversed());
        for (const lineage of lineages) asked.add(lineage);
      }
    }
  }

  /** Raises revisions above all stored and sent ones, also for edits made before the file was read. */
  async #raiseRevisions(drafts: readonly StoredDraft[]): Promise<void> {
    const sent = await this.#journal.latestDraftRevision();
    const stored = drafts.map(({ revision }) => revision);
    this.#lastRevision = Math.max(this.#lastRevision, sent, ...stored);
    for (const { value } of [...this.#known.values()]) {
      if (this.#entries.has(value.id)) continue;
      const revision = this.#nextRevision();
      this.#raised.set(value.revision, revision);
      this.#put({ ...value, revision });
    }
  }

  /** Edits made before the file was read keep their id; a different stored draft gets a new id. */
  #meet(draft: StoredDraft, entries: readonly JournalEntry[]): void {
    if (!this.#queue.pending.has(draft.id)) {
      this.#note(draft);
      return;
    }
    const meanwhile = this.get(draft.id);
    if (meanwhile === undefined) return;
    const left = afterEntries(draft, entries);
    if (left === null || sameEdits(meanwhile, left)) return;
    const id = this.#needs.newId();
    this.#put({ ...left, id, kind: 'earlier', revision: this.#nextRevision() });
  }
}

function draftEntryOf(entry: JournalEntry, draftId: string): DraftEntry {
  const { id, at, endedAt, action, webhookId, outcome, problem, notes, draftRevision } = entry;
  const { accepted, candidates } = entry;
  const of = { id, at, endedAt, action, webhookId, outcome, problem, notes };
  return { ...of, accepted, candidates, draftId, draftRevision };
}

const sameEdits = (a: StoredDraft, b: StoredDraft): boolean =>
  JSON.stringify([a.definition, a.base]) === JSON.stringify([b.definition, b.base]);
