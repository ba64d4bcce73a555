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
import { type DraftEdit, moveDraft, type StoredDraft } from '#domain/draft/stored-draft.ts';
import { inParts } from '#domain/in-parts.ts';
import { isOpen, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { afterEntries, concerns, settleDraft } from '#domain/publishing/settle-draft.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { explainedStatus, PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import type { DraftChange, OpenDrafts, Sealer } from '../store-ports.ts';
import { keyIsThere, noSuchDraft } from '../problems.ts';

/** What the drafts read from the journal. */
export interface DraftEntries {
  /** Newest first. */
  ofLineages(lineages: readonly string[]): Promise<readonly JournalEntry[]>;
  onEntry(listener: (entry: JournalEntry) => void): void;
  latestDraftRevision(): Promise<number>;
  /** Resolves when completed entries are on disk. */
  onDisk(): Promise<void>;
}

const itemsAtOnce = 100;

const statusTexts = {
  memory: 'Drafts are in memory only, like the secrets. They are deleted when Hookdesk closes.',
  locked: 'Drafts are encrypted. Edits stay in memory until you unlock the vault.',
};

/** `version` counts all changes of drafts, so that each window gets only those that it lacks. */
interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/**
 * All drafts, saved by windows and updated when a request for them gets its outcome. Calls resolve when the
 * change is on disk, or queued because vault or disk refuse it.
 */
export class Drafts {
  readonly #ports: Ports;
  readonly #journal: DraftEntries;
  readonly #drafts = new Map<string, Versioned<StoredDraft>>();
  readonly #idsOfLineage = new Map<string, Set<string>>();
  /** Entries that came while the journal was read for their lineage. */
  readonly #recalled = new Map<string, JournalEntry[]>();
  /** Prevents a late save from restoring a removed draft. */
  readonly #removed = new Map<string, Versioned<RemovedDraft>>();
  readonly #entries = new Map<string, Versioned<DraftEntry>>();
  readonly #queue: PersistentQueue<DraftChange>;
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  readonly #listeners: (() => void)[] = [];
  #version = 0;
  #lastRevision = 0;
  /** Maps revisions given before the file was read to their final revisions. */
  readonly #raisedRevisions = new Map<number, number>();
  #windows = 0;
  #unreadable = 0;
  #notices: string[] = [];
  #isFileRead = false;

  constructor(ports: Ports, journal: DraftEntries) {
    this.#ports = ports;
    this.#journal = journal;
    this.#queue = new PersistentQueue(ports, {
      keyOf: (change) => (change.kind === 'save' ? change.draft.id : change.draftId),
      write: (changes, sealer) => ports.drafts.write(changes, sealer),
      onOpened: (file, sealer) => this.#mergeFile(file, sealer),
      onAttempt: () => this.#changes.publish('changed', null),
    });
    journal.onEntry((entry) => {
      this.#followEntry(entry);
    });
  }

  state(): DraftsState {
    return {
      ...explainedStatus(this.#queue.status, statusTexts),
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
      let reportedVersion = this.#version;
      yield* this.#eventsSince(null);
      let reported = this.state();
      yield { kind: 'state', state: reported };
      while ((await changes.next()).done !== true) {
        const from = reportedVersion;
        reportedVersion = this.#version;
        yield* this.#eventsSince(from);
        const state = this.state();
        if (JSON.stringify(state) === JSON.stringify(reported)) continue;
        reported = state;
        yield { kind: 'state', state };
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
    for (const { value } of this.#drafts.values()) {
      const { connectionId, webhookId } = value;
      if (connectionId === null || webhookId === null) continue;
      const ids = edited.get(connectionId) ?? new Set();
      edited.set(connectionId, ids.add(webhookId));
    }
    return edited;
  }

  get(draftId: string): StoredDraft | undefined {
    return this.#drafts.get(draftId)?.value;
  }

  find(draftId: string): StoredDraft {
    const draft = this.get(draftId);
    if (draft === undefined) throw noSuchDraft();
    return draft;
  }

  async save({ draft: edit, basedOn }: SaveDraft): Promise<DraftSaved> {
    const before = this.get(edit.id) ?? this.#publishedAs(edit) ?? (await this.#recall(edit));
    // Another call may have saved the draft during the recall.
    const current = before ?? this.get(edit.id);
    if (current !== undefined && basedOn !== current.revision) return this.#outdated(current);
    const revision = this.#nextRevision();
    const { kind, lineage, settledRevision } = current ?? edit;
    this.#put({ ...edit, kind, lineage, settledRevision, revision });
    const state = await this.#flush();
    return { status: 'saved', revision: this.#raisedRevisions.get(revision) ?? revision, state };
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

  /** Removes the draft at this revision, because the installation already has its content. */
  async removeAsPublished(id: string, revision: number | null, live: Webhook): Promise<void> {
    if (this.get(id)?.revision !== revision) return;
    this.#drop(id, live);
    await this.#flush();
  }

  async move(draftId: string, to: { id: string; variant: VariantId }): Promise<StoredDraft> {
    const draft = this.find(draftId);
    const moved: DraftEdit = {
      id: this.#ports.newId(),
      kind: 'main',
      lineage: draft.lineage,
      connectionId: to.id,
      webhookId: null,
      base: null,
      definition: moveDraft(draft, to.variant).definition,
      editedAt: this.#ports.clock.now(),
      settledRevision: null,
    };
    const published = await this.#recall(moved);
    if (published === undefined) this.#put({ ...moved, revision: this.#nextRevision() });
    this.#drop(draftId);
    await this.#flush();
    return published ?? this.find(moved.id);
  }

  async forget(connectionId: string): Promise<void> {
    for (const { value: draft } of [...this.#drafts.values()]) {
      if (draft.connectionId === connectionId) this.#drop(draft.id);
    }
    await this.#flush();
  }

  /** Sets the file aside when its key is lost, and writes a new one. */
  async startAnew(): Promise<DraftsState> {
    if (this.#queue.status.problem?.code !== 'data-key-missing') throw keyIsThere();
    await this.#ports.drafts.setAside();
    return this.#flush();
  }

  onDisk(): Promise<void> {
    return this.#queue.flush();
  }

  /** Must be called before the ports are closed. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #followEntry(entry: JournalEntry): void {
    const { lineage } = entry;
    if (lineage === null) return;
    this.#recalled.get(lineage)?.push(entry);
    for (const id of [...(this.#idsOfLineage.get(lineage) ?? [])]) {
      const draft = this.get(id);
      if (draft !== undefined && concerns(entry, draft)) this.#applyEntry(draft, entry);
    }
    this.#changes.publish('changed', null);
  }

  #applyEntry(draft: StoredDraft, entry: JournalEntry): void {
    const { id } = draft;
    const { outcome } = entry;
    const isOwn = entry.draftId === id || this.#entries.get(id)?.value.id === entry.id;
    // A request of another draft of the lineage matters only while it may be, or is, applied.
    if (isOwn || isOpen(outcome) || isUndoable(outcome)) {
      this.#entries.set(id, this.#versioned(draftEntryOf(entry, id)));
    }
    if (!isOpen(outcome)) this.#settle(entry, draft);
  }

  /**
   * Looks up what was sent for a draft that this host does not know, such as a restored one.
   * @returns what was published in its place; `undefined` when nothing was
   */
  async #recall(edit: DraftEdit): Promise<StoredDraft | undefined> {
    // `#mergeFile` looks up the entries of edits that precede it.
    if (!this.#isFileRead && !this.#queue.isInMemory) return undefined;
    const { lineage } = edit;
    const meanwhile: JournalEntry[] = [];
    this.#recalled.set(lineage, meanwhile);
    let entries: readonly JournalEntry[] = [];
    try {
      entries = (await this.#journal.ofLineages([lineage])).toReversed();
    } catch (error) {
      // Vault or disk fail: publishing asks the journal again.
      if (!(error instanceof ProblemError)) throw error;
    } finally {
      if (this.#recalled.get(lineage) === meanwhile) this.#recalled.delete(lineage);
    }
    const unsettled = [...entries, ...meanwhile].filter((entry) => concerns(entry, edit));
    if (unsettled.length === 0 || this.get(edit.id) !== undefined) return undefined;
    this.#put({ ...edit, revision: this.#nextRevision() });
    for (const entry of unsettled) this.#followEntry(entry);
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
    void this.#journal.onDisk().then(() => this.#writeNow(draft.id));
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
    this.#drafts.set(draft.id, this.#versioned(draft));
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
    this.#drafts.delete(id);
    this.#forgetLineage(draft);
    this.#entries.delete(id);
    // A new revision, higher than that of any window.
    this.#removed.set(id, this.#versioned({ id, revision: this.#nextRevision(), published }));
    this.#reportEdited();
  }

  #forgetLineage({ id, lineage }: StoredDraft): void {
    const ids = this.#idsOfLineage.get(lineage);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOfLineage.delete(lineage);
  }

  #versioned<Value>(value: Value): Versioned<Value> {
    this.#version += 1;
    return { value, version: this.#version };
  }

  *#eventsSince(version: number | null): Generator<DraftsEvent, void, void> {
    const from = version ?? 0;
    const changesOf = <Value>(items: ReadonlyMap<string, Versioned<Value>>): Generator<Value[]> =>
      inParts(
        [...items.values()].flatMap((item) => (item.version > from ? [item.value] : [])),
        itemsAtOnce,
      );
    for (const drafts of changesOf(this.#drafts)) yield { kind: 'drafts', drafts };
    for (const entries of changesOf(this.#entries)) yield { kind: 'entries', entries };
    // A window that begins to watch has no draft that could have been removed.
    if (version === null) return;
    for (const drafts of changesOf(this.#removed)) yield { kind: 'removed', drafts };
  }

  async #flush(): Promise<DraftsState> {
    await this.#queue.flush();
    return this.state();
  }

  /** Drafts in memory are newer than those on disk. */
  async #mergeFile(file: OpenDrafts, sealer: Sealer): Promise<void> {
    const { drafts, unreadable } = await this.#ports.drafts.read(sealer);
    if (this.#isFileRead) {
      // The reopened file may be an older copy, so everything is written again.
      for (const { id } of drafts) if (!this.#drafts.has(id)) this.#drop(id);
      for (const { value } of this.#drafts.values()) {
        this.#queue.put({ kind: 'save', draft: value });
      }
    } else {
      await this.#raiseRevisions(drafts);
      const entries = await this.#entriesOf(drafts);
      for (const draft of drafts) this.#mergeDraft(draft, entries);
      for (const entry of entries) this.#followEntry(entry);
    }
    if (file.notice !== null) this.#notices.push(file.notice);
    this.#unreadable = unreadable;
    this.#isFileRead = true;
  }

  async #entriesOf(drafts: readonly StoredDraft[]): Promise<JournalEntry[]> {
    const readLineages = new Set<string>();
    const entries: JournalEntry[] = [];
    for (;;) {
      // A window may save more drafts while the journal is read.
      const inMemory = [...this.#drafts.values()].map(({ value }) => value);
      const unread = [...drafts, ...inMemory].filter(({ lineage }) => !readLineages.has(lineage));
      const byLineage = Map.groupBy(unread, ({ lineage }) => lineage);
      if (byLineage.size === 0) return entries;
      for (const lineages of inParts(byLineage.keys(), itemsAtOnce)) {
        const newestFirst = await this.#journal.ofLineages(lineages);
        const unsettled = newestFirst.filter((entry) =>
          byLineage.get(entry.lineage ?? '')?.some((draft) => concerns(entry, draft)),
        );
        entries.push(...unsettled.toReversed());
        for (const lineage of lineages) readLineages.add(lineage);
      }
    }
  }

  /** Raises revisions above all stored and sent ones, also for edits made before the file was read. */
  async #raiseRevisions(drafts: readonly StoredDraft[]): Promise<void> {
    const sent = await this.#journal.latestDraftRevision();
    const stored = drafts.map(({ revision }) => revision);
    this.#lastRevision = Math.max(this.#lastRevision, sent, ...stored);
    for (const { value } of [...this.#drafts.values()]) {
      if (this.#entries.has(value.id)) continue;
      const revision = this.#nextRevision();
      this.#raisedRevisions.set(value.revision, revision);
      this.#put({ ...value, revision });
    }
  }

  /** Edits made before the file was read keep their id; a different stored draft gets a new id. */
  #mergeDraft(draft: StoredDraft, entries: readonly JournalEntry[]): void {
    if (!this.#queue.pending.has(draft.id)) {
      this.#note(draft);
      return;
    }
    const inMemory = this.get(draft.id);
    if (inMemory === undefined) return;
    const stored = afterEntries(draft, entries);
    if (stored === null || sameEdits(inMemory, stored)) return;
    const id = this.#ports.newId();
    this.#put({ ...stored, id, kind: 'earlier', revision: this.#nextRevision() });
  }
}

function draftEntryOf(entry: JournalEntry, draftId: string): DraftEntry {
  const { id, at, endedAt, action, webhookId, outcome, problem, notes, draftRevision } = entry;
  const { accepted, candidates } = entry;
  const result = { id, at, endedAt, action, webhookId, outcome, problem, notes };
  return { ...result, accepted, candidates, draftId, draftRevision };
}

const sameEdits = (a: StoredDraft, b: StoredDraft): boolean =>
  JSON.stringify([a.definition, a.base]) === JSON.stringify([b.definition, b.base]);
