import { EventPublisher } from '@orpc/server';
import type { CountEvent, JournalFilter, JournalPage, JournalStanding } from '#contract/journal.ts';
import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { entrySummary } from '#domain/journal/words.ts';
import { ProblemError } from '#domain/problem.ts';
import { PersistentQueue } from '../persistence/persistent-queue.ts';
import { explainedStatus } from '../persistence/status.ts';
import type { Ports } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import type { JournalQuery } from '../store-ports.ts';
import { withTimeout } from '../with-timeout.ts';
import { countEntries, type MatchingPage, matchingPages } from './counting.ts';
import { begun, ended, type EntryEnd, type NewEntry } from './entries.ts';
import { exportText } from './exporting.ts';
import { matcherOf, queryOf } from './matching.ts';
import { holdsOlder, isAnotherDay, isClockDoubtful, lastRightTime } from './age-doubt.ts';
import { type Intent, OpenEntries } from './open-entries.ts';
import { noSuchEntry, notSent } from './problems.ts';
import { JournalReading } from './reading.ts';
import { searchPage } from './searching.ts';

export type { EntryEnd, NewEntry } from './entries.ts';

/** What the journal takes. */
export type JournalNeeds = Pick<
  Ports,
  'vault' | 'drafts' | 'journal' | 'settings' | 'secretsInUse' | 'clock' | 'newId' | 'person'
>;

/** What others may ask of open entries. */
type JournalOpen = Pick<OpenEntries, 'isLeft' | 'leftFor' | 'underWay' | 'createdSince'>;

/** A day, and how long the last entries may take to get to the disk at the end, in milliseconds. */
const day = 24 * 60 * 60 * 1_000;
const patience = 1_000;

/** Entries that are read together by their ids. */
const together = 200;

/** How long ends are gathered, in milliseconds, unless something is written before. */
const gathering = 100;

/** How many ends are written in one turn of the host, at most. */
const endsAtOnce = 200;

const meaning = {
  memory: 'The journal is in memory only, like the secrets: it is gone when Hookdesk ends.',
  locked: 'The journal is sealed, and nothing is sent until the vault is open.',
};

/**
 * What was sent to installations to change something there. An entry is on disk before its request
 * leaves, and gets its outcome after.
 */
export class Journal {
  readonly #needs: JournalNeeds;
  readonly #end = new AbortController();
  readonly #changes = new EventPublisher<{ changed: JournalStanding }>({ maxBufferedEvents: 1 });
  readonly #queue: PersistentQueue<JournalEntry>;
  readonly #reading: JournalReading;
  readonly #open: OpenEntries;
  #unreadable = 0;
  #pruned: JournalStanding['pruned'] = null;
  #heldBack: JournalStanding['heldBack'] = null;
  /** When old entries were last looked for; `null` before the journal is known. */
  #lookedForOld: Date | null = null;
  #stock: Promise<void> | null = null;
  /** Whether the entries that an earlier run left open are known. */
  #isStockTaken = false;
  #closing: Promise<void> | null = null;
  #onEntry: (entry: JournalEntry) => void = () => undefined;

  constructor(needs: JournalNeeds) {
    this.#needs = needs;
    this.#open = new OpenEntries(needs.clock);
    this.#queue = new PersistentQueue(needs, {
      keyOf: ({ id }) => id,
      write: (written, sealer) => needs.journal.write(written, sealer),
      batchSize: endsAtOnce,
      onAttempt: this.#tell,
    });
    this.#reading = new JournalReading(needs, this.#queue);
  }

  /**
   * Notes requests that are about to leave. They are on disk when it resolves (in memory mode: in
   * memory), in the order in which they are given; entries that are begun at the same time share a write.
   *
   * @throws ProblemError that says that nothing was sent, with the code of what was in the way
   */
  async begin(entries: readonly NewEntry[]): Promise<JournalEntry[]> {
    const { newId, clock, person } = this.#needs;
    const at = clock.now();
    const noted = entries.map((entry) => begun(entry, { id: newId(), at, who: person() }));
    this.#open.begin(noted);
    try {
      await this.#queue.write(noted);
    } catch (error) {
      this.#open.forget(noted);
      throw error instanceof ProblemError ? notSent(error.problem) : error;
    }
    for (const entry of noted) this.#onEntry(entry);
    return noted;
  }

  /**
   * Notes what became of a request; again, where what was unknown is settled. It is on disk a moment
   * later. Where the disk or the vault refuse it, it waits in memory and is brought there as soon as they
   * take it: that is no error.
   *
   * Changes nothing where the entry is closed, or has another revision by now.
   *
   * @returns the entry as the journal has it after that
   */
  async complete(entry: JournalEntry, end: EntryEnd): Promise<JournalEntry> {
    if (!this.#open.isCurrent(entry)) return this.read(entry.id);
    const completed = ended(entry, end, this.#needs.clock.now());
    this.#open.note(completed);
    // After a crash before the write, the outcome is found by reading.
    this.#queue.put(completed);
    this.#queue.flushIn(gathering);
    this.#onEntry(completed);
    this.#changes.publish('changed', this.standing());
    return completed;
  }

  /** Calls back with each entry that was begun or completed, at that moment. For one listener. */
  onEntry(listener: (entry: JournalEntry) => void): void {
    this.#onEntry = listener;
  }

  /** What is known at this moment of entries that are open. */
  get open(): JournalOpen {
    return this.#open;
  }

  /** Brings what was completed to the disk now; where that refuses, it waits in memory as ever. */
  settled(): Promise<void> {
    return this.#queue.flush();
  }

  standing(): JournalStanding {
    const { status, pending } = this.#queue;
    return {
      ...explainedStatus(status, meaning),
      // What is about to be written does not wait for anything.
      waiting: status.status === 'kept' ? 0 : pending.size,
      open: this.#open.counts(),
      keepDays: this.#needs.settings.settings().journalDays,
      pruned: this.#pruned,
      heldBack: this.#heldBack,
      unreadable: this.#unreadable,
    };
  }

  /** Tells those who watch how it stands now: an installation was removed. */
  tellStanding(): void {
    this.#changes.publish('changed', this.standing());
  }

  /** How it stands, and again whenever that changes or an entry is written. Ends with the signal. */
  async *watch(signal?: AbortSignal): AsyncGenerator<JournalStanding, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    yield this.standing();
    yield* changes;
  }

  /** What a list shows. A search for a text ends after half a second: there may be more behind `next`. */
  async page(
    filter: JournalFilter,
    after: string | null,
    limit: number,
    signal?: AbortSignal,
  ): Promise<JournalPage> {
    const query = queryOf(filter);
    const matches = matcherOf(filter.text);
    const read = (from: string | null, size: number) => this.#reading.page(query, from, size);
    const { clock } = this.#needs;
    const page =
      matches === null
        ? await read(after, limit)
        : await searchPage({ page: read, matches, after, limit, clock, signal });
    this.#unreadable = Math.max(this.#unreadable, page.unreadable);
    return { entries: page.entries.map(entrySummary), next: page.next };
  }

  /** @throws ProblemError `refused` where it is not there any more */
  async read(entryId: string): Promise<JournalEntry> {
    const entry = await this.#reading.find(entryId);
    if (entry === null) throw noSuchEntry();
    return entry;
  }

  /**
   * Entries by their ids, in that order. Lets other work run between.
   *
   * @throws ProblemError `refused` where one is not there any more
   */
  async readAll(entryIds: readonly string[], signal?: AbortSignal): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for (let start = 0; start < entryIds.length; start += together) {
      stopIfCancelled(signal);
      const some = entryIds.slice(start, start + together);
      const found = await this.#reading.findMany(some);
      if (found.length < some.length) throw noSuchEntry();
      entries.push(...found);
      await this.#needs.clock.breathe();
    }
    return entries;
  }

  /** Counts what a filter finds, and says how far it came where it has to read for that. */
  count(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<CountEvent, void, void> {
    return countEntries(this.#reading, filter, signal);
  }

  /** Pages of whole entries that a filter finds, its text included, the newest first. */
  matching(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<MatchingPage, void, void> {
    return matchingPages(this.#reading, filter, signal);
  }

  /** Whole entries, the newest first. */
  async all(query: JournalQuery, signal?: AbortSignal): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for await (const page of this.pages(query, signal)) entries.push(...page);
    return entries;
  }

  /** The same page by page, for those who need not hold all of them. */
  async *pages(
    query: JournalQuery,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly JournalEntry[], void, void> {
    for await (const { entries } of this.#reading.all(query, signal)) yield entries;
  }

  /** Entries that publish one of these drafts, the newest first. */
  ofDrafts(draftIds: readonly string[]): Promise<JournalEntry[]> {
    return this.all({ draftIds });
  }

  /** The highest revision of a draft that was sent; 0 where there is none. */
  async latestDraftRevision(): Promise<number> {
    const waiting = [...this.#queue.pending.values()].map(
      ({ draftRevision }) => draftRevision ?? 0,
    );
    const stored = this.#queue.isInMemory ? 0 : await this.#needs.journal.latestDraftRevision();
    return Math.max(stored, ...waiting);
  }

  /**
   * Open entries that nobody looks after, of the same webhook or draft, or that take back the same entry.
   *
   * @throws ProblemError where what an earlier run left open cannot be read
   */
  async openLike(intent: Intent): Promise<JournalEntry[]> {
    if (!this.#isStockTaken) await this.#beginStock();
    const entries = await Promise.all(this.#open.like(intent).map((id) => this.read(id)));
    return entries.filter((entry) => this.#open.isCurrent(entry));
  }

  /**
   * Entries whose outcome is not known and that nobody looks after, the newest first. Each is the current
   * copy when this resolves: look with `open.isLeft` whether it still is, after each wait.
   */
  async openEntries(connectionId?: string, signal?: AbortSignal): Promise<JournalEntry[]> {
    if (!this.#isStockTaken) await this.#beginStock();
    const of = connectionId === undefined ? {} : { connectionId };
    const found = await this.all({ ...of, outcomes: ['sent', 'unknown'] }, signal);
    // An entry that changed while pages were read may be in them as it was before.
    const entries: JournalEntry[] = [];
    for (const entry of found) {
      const now = this.#open.isCurrent(entry) ? entry : await this.#reading.find(entry.id);
      if (now !== null) entries.push(now);
    }
    return entries.filter((entry) => this.#open.isLeft(entry));
  }

  /** What the filter finds as text to read, in parts. Secrets are masked as far as rules know them. */
  export(filter: JournalFilter, signal?: AbortSignal): AsyncGenerator<string, void, void> {
    const { clock, secretsInUse } = this.#needs;
    const pages = this.#reading.all(queryOf(filter), signal);
    return exportText({ pages, filter, now: clock.now(), mask: (text) => secretsInUse.mask(text) });
  }

  /**
   * Entries are kept for so many days; what is older and not open goes at once, unless the clock may be
   * wrong and nobody says that it is right.
   */
  async keep(days: number, clockIsRight = false): Promise<JournalStanding> {
    const { settings } = this.#needs;
    settings.saveSettings({ ...settings.settings(), journalDays: days });
    await this.#prune(clockIsRight);
    this.#changes.publish('changed', this.standing());
    return this.standing();
  }

  /** Tries once more to bring what waits to the disk, for a second. To be called before the ports are closed. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#end.abort();
    const last = Promise.all([this.#queue.close(), this.#stock]);
    await withTimeout(this.#needs.clock, last, patience);
  }

  readonly #tell = (): void => {
    this.#changes.publish('changed', this.standing());
    const isDue =
      this.#lookedForOld === null ||
      this.#needs.clock.now().getTime() - this.#lookedForOld.getTime() >= day;
    const { status } = this.#queue.status;
    if (isDue && (status === 'kept' || status === 'memory')) void this.#beginStock();
  };

  #beginStock(): Promise<void> {
    return (this.#stock ??= this.#takeStock().finally(() => {
      this.#stock = null;
    }));
  }

  /** Once the journal can be read, and once a day: what is old goes, what is open is counted. */
  async #takeStock(): Promise<void> {
    try {
      await this.#prune();
      const { signal } = this.#end;
      this.#open.beginReading();
      const open = this.#reading.all({ outcomes: ['sent', 'unknown'] }, signal);
      for await (const { entries, unreadable } of open) {
        for (const entry of entries) this.#open.meet(entry);
        this.#unreadable = Math.max(this.#unreadable, unreadable);
      }
      this.#isStockTaken = true;
      this.#changes.publish('changed', this.standing());
    } catch (error) {
      // Disk or vault are in the way: after the next write it is tried again.
      if (!(error instanceof ProblemError)) throw error;
      this.#lookedForOld = null;
    } finally {
      this.#open.endReading();
    }
  }

  async #prune(clockIsRight = false): Promise<void> {
    const { clock, journal, settings } = this.#needs;
    const { status } = this.#queue.status;
    if (status !== 'kept' && status !== 'memory') return;
    const now = clock.now();
    const before = new Date(now.getTime() - settings.settings().journalDays * day);
    this.#lookedForOld = now;
    const { clockRightAt } = settings.settings();
    const rightAt =
      clockRightAt === null ? await lastRightTime(this.#reading, now) : new Date(clockRightAt);
    if (!clockIsRight && isClockDoubtful(now, rightAt)) {
      const holds = await holdsOlder(this.#reading, before);
      this.#heldBack = holds ? { at: now, before } : null;
      // The next start has entries from this clock, which must not speak for it.
      this.#rememberRightTime(rightAt);
      return;
    }
    this.#heldBack = null;
    const count = status === 'kept' ? await journal.prune(before) : this.#dropOlder(before);
    if (count > 0) this.#pruned = { at: now, count, before };
    this.#rememberRightTime(now);
  }

  /** Removes old entries that are in memory alone; returns how many. */
  #dropOlder(before: Date): number {
    const old = [...this.#queue.pending.values()].filter(
      ({ at, outcome }) => at < before && !isOpen(outcome),
    );
    for (const { id } of old) this.#queue.drop(id);
    return old.length;
  }

  #rememberRightTime(at: Date): void {
    const { settings } = this.#needs;
    const { clockRightAt } = settings.settings();
    if (!isAnotherDay(at, clockRightAt === null ? null : new Date(clockRightAt))) return;
    try {
      settings.saveSettings({ ...settings.settings(), clockRightAt: at.toISOString() });
    } catch (error) {
      // The disk refuses it: it is remembered when old entries are looked for again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}
