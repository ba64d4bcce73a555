import { EventPublisher } from '@orpc/server';
import type { CountEvent, JournalFilter, JournalPage, JournalState } from '#contract/journal.ts';
import { inParts } from '#domain/in-parts.ts';
import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { entrySummary } from '#domain/journal/entry-summary.ts';
import { ProblemError } from '#domain/problem.ts';
import { explainedStatus, PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import { noSuchEntry, notSent, stopIfCancelled } from '../problems.ts';
import type { JournalQuery } from '../store-ports.ts';
import { withTimeout } from '../with-timeout.ts';
import {
  countEntries,
  exportText,
  JournalReading,
  type MatchingPage,
  matchingPages,
  searchPage,
} from './journal-reading.ts';
import { textMatcher, queryOfFilter } from './matches-query.ts';
import type { Intent } from './intent.ts';
import { OpenEntries } from './open-entries.ts';
import { Retention } from './retention.ts';

/** A request that begins: what it changes, how, and for which draft, plan or undo. */
export type NewEntry = Pick<
  JournalEntry,
  | 'connectionId'
  | 'connectionName'
  | 'variant'
  | 'action'
  | 'webhookId'
  | 'before'
  | 'meant'
  | 'request'
  | 'knownIds'
  | 'planId'
  | 'rowKey'
  | 'undoes'
  | 'draftId'
  | 'lineage'
  | 'draftRevision'
  | 'despiteOpen'
>;

/** What an entry gets with its outcome. `webhookId` is set for a create, whose id is known only now. */
export type EntryEnd = Pick<JournalEntry, 'outcome' | 'after' | 'problem' | 'notes'> &
  Partial<Pick<JournalEntry, 'webhookId' | 'accepted' | 'candidates'>>;

type OpenEntriesView = Pick<
  OpenEntries,
  'has' | 'isLeft' | 'leftFor' | 'underWay' | 'createdSince'
>;

/** Milliseconds that the last write may take at shutdown. */
const closeLimit = 1_000;

const readAtOnce = 200;

/** Milliseconds for which outcomes are collected before a write. */
const collectingTime = 100;

/** Outcomes written at once, before the event loop runs other work. */
const endsAtOnce = 200;

const statusTexts = {
  memory: 'History is in memory only, like the secrets. It is deleted when Hookdesk closes.',
  locked: 'History is encrypted. Nothing is sent until you unlock the vault.',
};

/** All requests that change a webhook. An entry is on disk before its request is sent; its outcome follows. */
export class Journal {
  readonly #ports: Ports;
  readonly #end = new AbortController();
  readonly #changes = new EventPublisher<{ changed: JournalState }>({ maxBufferedEvents: 1 });
  readonly #queue: PersistentQueue<JournalEntry>;
  readonly #reading: JournalReading;
  readonly #open: OpenEntries;
  readonly #retention: Retention;
  /** Sequences of entries that are being begun, by id. The store has the last word. */
  readonly #sequences = new Map<string, number>();
  #lastSequence = 0;
  /** The most that one reading found. */
  #unreadable = 0;
  /** Of the last `page`, and the unreadable entries up to its end. */
  #lastPage: { readonly next: string | null; readonly unreadable: number } = {
    next: null,
    unreadable: 0,
  };
  #upkeep: Promise<void> | null = null;
  #hasLoadedOpenEntries = false;
  #closing: Promise<void> | null = null;
  readonly #entryListeners: ((entry: JournalEntry) => void)[] = [];

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#open = new OpenEntries(ports.clock);
    this.#queue = new PersistentQueue(ports, {
      keyOf: ({ id }) => id,
      write: async (written, sealer) => {
        const sequences = await ports.journal.write(written, sealer);
        for (const [id, sequence] of sequences) {
          if (this.#sequences.has(id)) this.#sequences.set(id, sequence);
        }
      },
      batchSize: endsAtOnce,
      onAttempt: this.#reportAttempt,
    });
    this.#reading = new JournalReading(ports, this.#queue);
    this.#retention = new Retention(ports, this.#queue, this.#reading);
  }

  /**
   * Resolves when the entries are on disk, in order; in memory mode, in memory. Concurrent calls share a write.
   *
   * @throws ProblemError when an entry could not be stored: nothing may be sent then
   */
  async begin(entries: readonly NewEntry[]): Promise<JournalEntry[]> {
    const { newId, clock, machine } = this.#ports;
    const at = clock.now();
    const unwritten = entries.map((entry) => {
      const sequence = (this.#lastSequence += 1);
      return beginEntry(entry, { id: newId(), sequence, at, who: machine.person() });
    });
    this.#open.begin(unwritten);
    for (const { id, sequence } of unwritten) this.#sequences.set(id, sequence);
    try {
      await this.#queue.write(unwritten);
    } catch (error) {
      this.#open.forget(unwritten);
      for (const { id } of unwritten) this.#sequences.delete(id);
      throw error instanceof ProblemError ? notSent(error.problem) : error;
    }
    const written = unwritten.map((entry) => this.#withSequence(entry));
    for (const entry of written) this.#notifyListeners(entry);
    return written;
  }

  /** The outcome is on disk a moment later. A closed entry or an outdated revision is not changed. */
  async complete(entry: JournalEntry, end: EntryEnd): Promise<JournalEntry> {
    if (!this.#open.isCurrent(entry)) return this.read(entry.id);
    const completed = endEntry(entry, end, this.#ports.clock.now());
    this.#open.note(completed);
    // A crash before the write leaves the entry open; reconciliation then finds the outcome.
    this.#queue.put(completed);
    this.#queue.flushIn(collectingTime);
    this.#notifyListeners(completed);
    this.#changes.publish('changed', this.state());
    return completed;
  }

  /** Calls the listener when an entry begins and when it gets an outcome. */
  onEntry(listener: (entry: JournalEntry) => void): void {
    this.#entryListeners.push(listener);
  }

  /** Supports one listener. Nothing is pruned before it resolves, or when it rejects. */
  beforePrune(listener: () => Promise<void>): void {
    this.#retention.beforePrune(listener);
  }

  get open(): OpenEntriesView {
    return this.#open;
  }

  /** Writes completed entries now; those the disk refuses wait in memory. */
  onDisk(): Promise<void> {
    return this.#queue.flush();
  }

  state(): JournalState {
    const { status, pending } = this.#queue;
    return {
      ...explainedStatus(status, statusTexts),
      // Entries that the next write takes are not waiting.
      waiting: status.status === 'kept' ? 0 : pending.size,
      open: this.#open.counts(),
      ...this.#retention.state(),
      unreadable: this.#unreadable,
    };
  }

  /** Must be called after an installation was removed. */
  reportState(): void {
    this.#changes.publish('changed', this.state());
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<JournalState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    yield this.state();
    yield* changes;
  }

  /** A text search stops after 500 ms; `next` then continues it. */
  async page(
    filter: JournalFilter,
    after: string | null,
    limit: number,
    signal?: AbortSignal,
  ): Promise<JournalPage> {
    const query = queryOfFilter(filter);
    const matches = textMatcher(filter.text);
    const readPage = (from: string | null, size: number) => this.#reading.page(query, from, size);
    const { clock } = this.#ports;
    const page =
      matches === null
        ? await readPage(after, limit)
        : await searchPage({ readPage, matches, after, limit, clock, signal });
    const isNextPage = after !== null && after === this.#lastPage.next;
    const unreadable = page.unreadable + (isNextPage ? this.#lastPage.unreadable : 0);
    this.#lastPage = { next: page.next, unreadable };
    this.#unreadable = Math.max(this.#unreadable, unreadable);
    return { entries: page.entries.map(entrySummary), next: page.next };
  }

  async read(entryId: string): Promise<JournalEntry> {
    const entry = await this.#reading.find(entryId);
    if (entry === null) throw noSuchEntry();
    return entry;
  }

  async readAll(entryIds: readonly string[], signal?: AbortSignal): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for (const ids of inParts(entryIds, readAtOnce)) {
      stopIfCancelled(signal);
      const part = await this.#reading.findMany(ids);
      if (part.length < ids.length) throw noSuchEntry();
      entries.push(...part);
      await this.#ports.clock.yieldToEventLoop();
    }
    return entries;
  }

  count(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<CountEvent, void, void> {
    return countEntries(this.#reading, filter, signal);
  }

  matching(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<MatchingPage, void, void> {
    return matchingPages(this.#reading, filter, signal);
  }

  async all(query: JournalQuery, signal?: AbortSignal): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for await (const page of this.pages(query, signal)) entries.push(...page);
    return entries;
  }

  async *pages(
    query: JournalQuery,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly JournalEntry[], void, void> {
    let allUnreadable = 0;
    for await (const { entries, unreadable } of this.#reading.all(query, signal)) {
      allUnreadable += unreadable;
      this.#unreadable = Math.max(this.#unreadable, allUnreadable);
      yield entries;
    }
  }

  ofLineages(lineages: readonly string[]): Promise<JournalEntry[]> {
    return this.all({ lineages });
  }

  /** Creates of this webhook whose outcome is known. */
  async creatorsOf(connectionId: string, webhookId: number): Promise<JournalEntry[]> {
    const entries = await this.all({ connectionId, webhookId });
    return entries.filter(({ action, outcome }) => action === 'create' && !isOpen(outcome));
  }

  async latestDraftRevision(): Promise<number> {
    const waiting = [...this.#queue.pending.values()].map(
      ({ draftRevision }) => draftRevision ?? 0,
    );
    const stored = this.#queue.isInMemory ? 0 : await this.#ports.journal.latestDraftRevision();
    return Math.max(stored, ...waiting);
  }

  /** Open entries of the intent that no running request will complete. @throws ProblemError when they are not known */
  async openLike(intent: Intent): Promise<JournalEntry[]> {
    await this.#requireOpenEntries();
    const entries = await Promise.all(this.#open.like(intent).map((id) => this.read(id)));
    return entries.filter((entry) => this.#open.isCurrent(entry));
  }

  /** Newest first. Callers must check `open.isLeft` again after each wait. */
  async openEntries(connectionId?: string, signal?: AbortSignal): Promise<JournalEntry[]> {
    if (!this.#hasLoadedOpenEntries) await this.#beginUpkeep();
    const place = connectionId === undefined ? {} : { connectionId };
    const openEntries = await this.all({ ...place, outcomes: ['sent', 'unknown'] }, signal);
    // An entry that changed during the reading may be an old copy.
    const entries: JournalEntry[] = [];
    for (const entry of openEntries) {
      const current = this.#open.isCurrent(entry) ? entry : await this.#reading.find(entry.id);
      if (current !== null) entries.push(current);
    }
    return entries.filter((entry) => this.#open.isLeft(entry));
  }

  export(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<string, void, void> {
    const { clock, secretsInUse } = this.#ports;
    const pages = this.#reading.all(queryOfFilter(filter), signal);
    return exportText({ pages, filter, now: clock.now(), secrets: secretsInUse });
  }

  /** Keeps entries for `days`, and prunes now. A doubtful clock prunes nothing unless `clockIsRight`. */
  async setRetention(days: number, clockIsRight = false): Promise<JournalState> {
    this.#retention.keepDays(days);
    await this.#retention.prune(clockIsRight);
    this.#changes.publish('changed', this.state());
    return this.state();
  }

  /** Writes waiting entries for up to 1 s. Must be called before the ports are closed. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#end.abort();
    const lastWork = Promise.all([this.#queue.close(), this.#upkeep]);
    await withTimeout(this.#ports.clock, lastWork, closeLimit);
  }

  #notifyListeners(entry: JournalEntry): void {
    for (const listener of this.#entryListeners) listener(entry);
  }

  #withSequence(entry: JournalEntry): JournalEntry {
    const sequence = this.#sequences.get(entry.id) ?? entry.sequence;
    this.#sequences.delete(entry.id);
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
    return { ...entry, sequence };
  }

  readonly #reportAttempt = (): void => {
    this.#changes.publish('changed', this.state());
    const { status } = this.#queue.status;
    if (!this.#retention.isPruningDue) return;
    if (status === 'kept' || status === 'memory') void this.#beginUpkeep();
  };

  #beginUpkeep(): Promise<void> {
    return (this.#upkeep ??= this.#doUpkeep().finally(() => {
      this.#upkeep = null;
    }));
  }

  /** Loads the open entries, and prunes old ones. */
  async #doUpkeep(): Promise<void> {
    try {
      await this.#loadOpenEntries();
      await this.#retention.prune();
      this.#changes.publish('changed', this.state());
    } catch (error) {
      // Disk or vault fail: the next write attempt tries again.
      if (!(error instanceof ProblemError)) throw error;
      this.#retention.retryPruning();
    }
  }

  async #requireOpenEntries(): Promise<void> {
    if (!this.#hasLoadedOpenEntries) await this.#beginUpkeep();
    if (this.#hasLoadedOpenEntries) return;
    try {
      await this.#loadOpenEntries();
    } catch (error) {
      throw error instanceof ProblemError ? notSent(error.problem) : error;
    }
  }

  async #loadOpenEntries(): Promise<void> {
    this.#open.beginReading();
    try {
      const query = { outcomes: ['sent', 'unknown'] } as const;
      for await (const entries of this.pages(query, this.#end.signal)) {
        for (const entry of entries) this.#open.meet(entry);
      }
      this.#hasLoadedOpenEntries = true;
      this.#changes.publish('changed', this.state());
    } finally {
      this.#open.endReading();
    }
  }
}

const beginEntry = (
  entry: NewEntry,
  { id, sequence, at, who }: Pick<JournalEntry, 'id' | 'sequence' | 'at' | 'who'>,
): JournalEntry => ({
  ...entry,
  id,
  sequence,
  at,
  who,
  revision: 0,
  endedAt: null,
  after: null,
  outcome: 'sent',
  problem: null,
  notes: [],
  accepted: false,
  candidates: [],
});

const endEntry = (
  entry: JournalEntry,
  { webhookId, candidates = [], ...end }: EntryEnd,
  now: Date,
): JournalEntry => ({
  ...entry,
  ...end,
  candidates,
  revision: entry.revision + 1,
  webhookId: webhookId ?? entry.webhookId,
  endedAt: isOpen(end.outcome) ? null : now,
});
