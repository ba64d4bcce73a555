import { EventPublisher } from '@orpc/server';
import type {
  DraftEntry,
  DraftsEvent,
  DraftsState,
  RemoveDraftInput,
  RemoveDraftResult,
  SaveDraftInput,
  SaveDraftResult,
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
import { DraftMemory } from './draft-memory.ts';

/** The part of the journal that the drafts read. */
export interface DraftJournal {
  /** Newest first. */
  ofLineages(lineages: readonly string[]): Promise<readonly JournalEntry[]>;
  onEntry(listener: (entry: JournalEntry) => void): void;
  latestDraftRevision(): Promise<number>;
  /** Resolves when completed entries are on disk. */
  onDisk(): Promise<void>;
}

const lineagesAtOnce = 100;

const statusTexts = {
  memory: 'Drafts are in memory only, like the secrets. They are deleted when Hookdesk closes.',
  locked: 'Drafts are encrypted. Edits stay in memory until you unlock the vault.',
};

/**
 * All drafts, saved by windows and updated when a request for them gets its outcome. Calls resolve when the
 * change is on disk, or queued because vault or disk refuse it.
 */
export class Drafts {
  readonly #ports: Ports;
  readonly #journal: DraftJournal;
  readonly #memory = new DraftMemory();
  /** Entries that came while the journal was read for their lineage. */
  readonly #recalled = new Map<string, JournalEntry[]>();
  readonly #queue: PersistentQueue<DraftChange>;
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  #lastRevision = 0;
  /** Maps revisions given before the file was read to their final revisions. */
  readonly #raisedRevisions = new Map<number, number>();
  #windows = 0;
  #unreadable = 0;
  #notices: string[] = [];
  #isFileRead = false;

  constructor(ports: Ports, journal: DraftJournal) {
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
      let reportedVersion = this.#memory.version;
      yield* this.#memory.eventsSince(null);
      let reported = this.state();
      yield { kind: 'state', state: reported };
      while ((await changes.next()).done !== true) {
        const from = reportedVersion;
        reportedVersion = this.#memory.version;
        yield* this.#memory.eventsSince(from);
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
    this.#memory.onEditedChange(listener);
  }

  editedWebhooks(): Map<string, Set<WebhookKey>> {
    return this.#memory.editedWebhooks();
  }

  get(draftId: string): StoredDraft | undefined {
    return this.#memory.get(draftId);
  }

  find(draftId: string): StoredDraft {
    const draft = this.get(draftId);
    if (draft === undefined) throw noSuchDraft();
    return draft;
  }

  async save({ draft: edit, basedOn }: SaveDraftInput): Promise<SaveDraftResult> {
    const before = this.get(edit.id) ?? this.#publishedAs(edit) ?? (await this.#recall(edit));
    // Another call may have saved the draft during the recall.
    const current = before ?? this.get(edit.id);
    // A save replaces the draft, so it must build on exactly this revision.
    if (current !== undefined && basedOn !== current.revision) return this.#outdated(current);
    const revision = this.#nextRevision();
    const { kind, lineage, settledRevision } = current ?? edit;
    this.#keepAndQueue({ ...edit, kind, lineage, settledRevision, revision });
    const state = await this.#flush();
    return { status: 'saved', revision: this.#raisedRevisions.get(revision) ?? revision, state };
  }

  async remove({ draftId, basedOn }: RemoveDraftInput): Promise<RemoveDraftResult> {
    const current = this.get(draftId);
    // Only a later revision has edits that the caller has not seen.
    if (current !== undefined && basedOn !== null && basedOn < current.revision) {
      return this.#outdated(current);
    }
    this.#removeAndQueue(draftId);
    return { status: 'removed', state: await this.#flush() };
  }

  async add(edits: readonly DraftEdit[]): Promise<void> {
    for (const edit of edits) this.#keepAndQueue({ ...edit, revision: this.#nextRevision() });
    await this.#flush();
  }

  /** Removes the draft at this revision, because the installation already has its content. */
  async removeAsPublished(id: string, revision: number | null, live: Webhook): Promise<void> {
    if (this.get(id)?.revision !== revision) return;
    this.#removeAndQueue(id, live);
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
    if (published === undefined) this.#keepAndQueue({ ...moved, revision: this.#nextRevision() });
    this.#removeAndQueue(draftId);
    await this.#flush();
    return published ?? this.find(moved.id);
  }

  async forget(connectionId: string): Promise<void> {
    for (const draft of this.#memory.all()) {
      if (draft.connectionId === connectionId) this.#removeAndQueue(draft.id);
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
    for (const draft of this.#memory.ofLineage(lineage)) {
      if (concerns(entry, draft)) this.#applyEntry(draft, entry);
    }
    this.#changes.publish('changed', null);
  }

  #applyEntry(draft: StoredDraft, entry: JournalEntry): void {
    const { id } = draft;
    const { outcome } = entry;
    const isOwn = entry.draftId === id || this.#memory.entryOf(id)?.id === entry.id;
    // A request of another draft of the lineage matters only while it may be, or is, applied.
    if (isOwn || isOpen(outcome) || isUndoable(outcome)) {
      this.#memory.keepEntry(draftEntryOf(entry, id));
    }
    if (!isOpen(outcome)) this.#settle(entry, draft);
  }

  /**
   * Looks up what was sent for a draft that this host does not know, such as a restored one.
   * @returns the draft after its entries; `undefined` when none concern it, or another call has saved it
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
    this.#keepAndQueue({ ...edit, revision: this.#nextRevision() });
    for (const entry of unsettled) this.#followEntry(entry);
    // On disk before the window drops its own copy.
    await this.#flush();
    return this.get(edit.id) ?? this.#publishedAs(edit);
  }

  /** The draft is written after the journal entry: after a kill, the entry is applied again. */
  #settle(entry: JournalEntry, draft: StoredDraft): void {
    const settled = settleDraft(entry, draft);
    if (settled.kind === 'kept') return;
    if (settled.kind === 'published') this.#removeFromMemory(draft, settled.webhook);
    else this.#memory.keep({ ...settled.draft, revision: this.#nextRevision() });
    void this.#journal.onDisk().then(() => this.#queueFromMemory(draft.id));
  }

  /** Writes the draft, or its removal, as it is in memory by now. */
  #queueFromMemory(draftId: string): Promise<unknown> {
    const draft = this.get(draftId);
    this.#queue.put(draft === undefined ? { kind: 'remove', draftId } : { kind: 'save', draft });
    return this.#flush();
  }

  #outdated(current: StoredDraft): Extract<SaveDraftResult, { status: 'outdated' }> {
    return { status: 'outdated', current, state: this.state() };
  }

  /** Rebases a window's edit on the webhook that its draft was published as. */
  #publishedAs(edit: DraftEdit): StoredDraft | undefined {
    const removed = this.#memory.removed(edit.id);
    if (removed?.published == null) return undefined;
    const { revision, published: base } = removed;
    const definition = definitionOf(base);
    return { ...edit, webhookId: base.id, base, definition, revision, settledRevision: revision };
  }

  #nextRevision(): number {
    this.#lastRevision += 1;
    return this.#lastRevision;
  }

  #keepAndQueue(draft: StoredDraft): void {
    this.#memory.keep(draft);
    this.#queue.put({ kind: 'save', draft });
  }

  #removeAndQueue(draftId: string, published: Webhook | null = null): void {
    const draft = this.get(draftId);
    if (draft !== undefined) this.#removeFromMemory(draft, published);
    this.#queue.put({ kind: 'remove', draftId });
  }

  #removeFromMemory(draft: StoredDraft, published: Webhook | null): void {
    const { id } = draft;
    // A new revision, higher than that of any window.
    this.#memory.remove(draft, { id, revision: this.#nextRevision(), published });
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
      for (const { id } of drafts) if (this.get(id) === undefined) this.#removeAndQueue(id);
      for (const draft of this.#memory.all()) this.#queue.put({ kind: 'save', draft });
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
      const known = [...drafts, ...this.#memory.all()];
      const unread = known.filter(({ lineage }) => !readLineages.has(lineage));
      const byLineage = Map.groupBy(unread, ({ lineage }) => lineage);
      if (byLineage.size === 0) return entries;
      for (const lineages of inParts(byLineage.keys(), lineagesAtOnce)) {
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
    for (const draft of this.#memory.all()) {
      // The entry names the revision that was sent.
      if (this.#memory.entryOf(draft.id) !== undefined) continue;
      const revision = this.#nextRevision();
      this.#raisedRevisions.set(draft.revision, revision);
      this.#keepAndQueue({ ...draft, revision });
    }
  }

  /** Edits made before the file was read keep their id; a different stored draft gets a new id. */
  #mergeDraft(draft: StoredDraft, entries: readonly JournalEntry[]): void {
    if (!this.#queue.pending.has(draft.id)) {
      this.#memory.keep(draft);
      return;
    }
    const inMemory = this.get(draft.id);
    if (inMemory === undefined) return;
    const stored = afterEntries(draft, entries);
    if (stored === null || sameEdits(inMemory, stored)) return;
    const id = this.#ports.newId();
    this.#keepAndQueue({ ...stored, id, kind: 'earlier', revision: this.#nextRevision() });
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
