import type { CountEvent, JournalFilter } from '#contract/journal.ts';
import { type EntryOutcome, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { readableEntry, utc } from '#domain/journal/readable-entry.ts';
import type { OtherSecrets } from '#domain/secrets/masking.ts';
import type { PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Clock, Ports } from '../ports.ts';
import { refusedError, stopIfCancelled } from '../problems.ts';
import type { JournalQuery, OutcomeTally } from '../store-ports.ts';
import { textMatcher, matchesQuery, queryOfFilter } from './matches-query.ts';
import { counted } from '#domain/text/wording.ts';

/** Entries of History, newest first; `next` continues after the page. */
export interface EntriesPage {
  readonly entries: readonly JournalEntry[];
  readonly next: string | null;
  readonly unreadable: number;
}

const readAtOnce = 100;

/** Reads entries from the store, with those that wait in memory for their write. */
export class JournalReading {
  readonly #ports: Ports;
  readonly #queue: PersistentQueue<JournalEntry>;

  constructor(ports: Ports, queue: PersistentQueue<JournalEntry>) {
    this.#ports = ports;
    this.#queue = queue;
  }

  async find(entryId: string): Promise<JournalEntry | null> {
    const entry = this.#queue.pending.get(entryId);
    if (entry !== undefined || this.#queue.isInMemory) return entry ?? null;
    return this.#ports.journal.read(entryId, await this.#queue.sealer());
  }

  async findMany(entryIds: readonly string[]): Promise<readonly JournalEntry[]> {
    const { pending } = this.#queue;
    if (this.#queue.isInMemory) return entryIds.flatMap((id) => pending.get(id) ?? []);
    const sealer = await this.#queue.sealer();
    const latest = this.#latest();
    const stored = await this.#ports.journal.readMany(entryIds, sealer);
    const byId = new Map(stored.map((entry) => [entry.id, entry]));
    return entryIds.flatMap((id) => latest(id) ?? byId.get(id) ?? []);
  }

  /** Returns `null` while entries wait in memory, which the store cannot count. */
  async tally(query: JournalQuery): Promise<readonly OutcomeTally[] | null> {
    if (this.#queue.isInMemory) return null;
    await this.#writePending();
    return this.#queue.pending.size > 0 ? null : this.#ports.journal.tally(query);
  }

  async page(query: JournalQuery, after: string | null, limit: number): Promise<EntriesPage> {
    if (this.#queue.isInMemory) return this.#pageInMemory(query, after, limit);
    // Storage changed from memory to disk between two pages. To end here would hide older entries.
    if (after?.startsWith(memoryMark) === true) throw historyMoved();
    // A running plan asks for undos before each row; a write for each would slow it down.
    const skipsWrite = query.undoes !== undefined;
    if (!skipsWrite) await this.#writePending();
    const { journal } = this.#ports;
    const sealer = await this.#queue.sealer();
    const latest = this.#latest();
    const page = await journal.page(query, after, limit, sealer);
    const { pending } = this.#queue;
    const entries = page.entries
      .map((entry) => latest(entry.id) ?? entry)
      .filter((entry) => matchesQuery(entry, query));
    if (!skipsWrite || after !== null) return { ...page, entries };
    const storedIds = new Set(entries.map(({ id }) => id));
    const unstored = [...pending.values()].filter(
      (entry) => !storedIds.has(entry.id) && matchesQuery(entry, query),
    );
    return { ...page, entries: [...unstored, ...entries] };
  }

  async *all(query: JournalQuery, signal?: AbortSignal): AsyncGenerator<EntriesPage, void, void> {
    let after: string | null = null;
    do {
      stopIfCancelled(signal);
      const page: EntriesPage = await this.page(query, after, readAtOnce);
      yield page;
      after = page.next;
      await this.#ports.clock.yieldToEventLoop();
    } while (after !== null);
  }

  /** A write may end during a read. The row that was read is old then, and the entry waits no longer: so those waiting before count, too. */
  #latest(): (id: string) => JournalEntry | undefined {
    const before = new Map(this.#queue.pending);
    return (id) => this.#queue.pending.get(id) ?? before.get(id);
  }

  async #writePending(): Promise<void> {
    // The writer gets the error; reading may still work.
    if (this.#queue.pending.size > 0) await this.#queue.flush().catch(() => undefined);
  }

  #pageInMemory(query: JournalQuery, after: string | null, limit: number): EntriesPage {
    const newestFirst = [...this.#queue.pending.values()]
      .filter((entry) => matchesQuery(entry, query))
      .sort((a, b) => b.sequence - a.sequence);
    const previous =
      after === null ? -1 : newestFirst.findIndex(({ id }) => memoryMark + id === after);
    if (after !== null && previous < 0) return { entries: [], next: null, unreadable: 0 };
    const end = previous + 1 + limit;
    const entries = newestFirst.slice(previous + 1, end);
    const last = entries.at(-1);
    const isLastPage = end >= newestFirst.length;
    return {
      entries,
      next: isLastPage || last === undefined ? null : memoryMark + last.id,
      unreadable: 0,
    };
  }
}

/** Begins the `next` of a page in memory, which no store can continue. */
const memoryMark = 'memory:';

const historyMoved = () =>
  refusedError('History was moved from memory to disk while it was read.', 'Try again.');

const countedAtOnce = 1_000;

/** The store counts by itself, but not with a text filter or with entries in memory. */
export async function* countEntries(
  reading: JournalReading,
  filter: JournalFilter,
  signal?: AbortSignal,
): AsyncGenerator<CountEvent, void, void> {
  const query = queryOfFilter(filter);
  const tally = await reading.tally(query);
  if (tally !== null && textMatcher(filter.text) === null) {
    yield { kind: 'end', ...sumTally(tally) };
    return;
  }
  const total = tally === null ? null : sumTally(tally).total;
  const tallies = new Map<EntryOutcome, OutcomeTally>();
  let scanned = 0;
  for await (const page of matchingPages(reading, filter, signal)) {
    scanned += page.scanned;
    for (const { outcome, at } of page.entries) {
      const { count, latest } = tallies.get(outcome) ?? { outcome, count: 0, latest: at };
      tallies.set(outcome, { outcome, count: count + 1, latest: laterDate(latest, at) });
    }
    if (scanned % countedAtOnce < page.scanned) yield { kind: 'progress', done: scanned, total };
  }
  yield { kind: 'end', ...sumTally([...tallies.values()]) };
}

const laterDate = (a: Date, b: Date): Date => (a > b ? a : b);

/** A page of entries that match a filter, and how many entries were read for it. */
export interface MatchingPage {
  readonly scanned: number;
  readonly entries: readonly JournalEntry[];
}

export async function* matchingPages(
  reading: JournalReading,
  filter: JournalFilter,
  signal?: AbortSignal,
): AsyncGenerator<MatchingPage, void, void> {
  const matches = textMatcher(filter.text);
  for await (const { entries } of reading.all(queryOfFilter(filter), signal)) {
    const scanned = entries.length;
    yield { scanned, entries: matches === null ? entries : entries.filter(matches) };
  }
}

function sumTally(
  tally: readonly OutcomeTally[],
): Omit<Extract<CountEvent, { kind: 'end' }>, 'kind'> {
  const counts = { total: 0, undoable: 0 };
  let latest: Date | null = null;
  for (const ofOutcome of tally) {
    counts.total += ofOutcome.count;
    if (isUndoable(ofOutcome.outcome)) counts.undoable += ofOutcome.count;
    if (latest === null || ofOutcome.latest > latest) latest = ofOutcome.latest;
  }
  return { ...counts, latest };
}

const scannedAtOnce = 200;

/** A search for a page ends at these limits, even without a match. */
const searchLimits = { entries: 4_000, milliseconds: 500 };

interface PageSearch {
  readonly readPage: (after: string | null, limit: number) => Promise<EntriesPage>;
  readonly matches: (entry: JournalEntry) => boolean;
  readonly after: string | null;
  readonly limit: number;
  readonly clock: Pick<Clock, 'now' | 'yieldToEventLoop'>;
  readonly signal: AbortSignal | undefined;
}

/** Stops at enough matches, 500 ms or 4,000 entries. `next` continues, even after no match. */
export async function searchPage(search: PageSearch): Promise<EntriesPage> {
  const { limit, clock, signal } = search;
  const entries: JournalEntry[] = [];
  let { after } = search;
  let unreadable = 0;
  const until = clock.now().getTime() + searchLimits.milliseconds;
  for (let scanned = 0; scanned < searchLimits.entries; scanned += scannedAtOnce) {
    stopIfCancelled(signal);
    const page = await readUpTo(search, after, limit - entries.length);
    entries.push(...page.entries);
    unreadable += page.unreadable;
    after = page.next;
    if (after === null || entries.length >= limit || clock.now().getTime() >= until) break;
    await clock.yieldToEventLoop();
  }
  return { entries, next: after, unreadable };
}

/** A page with more than `maxMatches` is read again, shorter: the next page begins right after the last match. */
async function readUpTo(
  { readPage, matches }: PageSearch,
  after: string | null,
  maxMatches: number,
): Promise<EntriesPage> {
  for (let limit = scannedAtOnce; ;) {
    const page = await readPage(after, limit);
    const entries = page.entries.filter(matches);
    if (entries.length <= maxMatches) return { ...page, entries };
    const lastMatch = entries[maxMatches - 1];
    limit = page.entries.findIndex((entry) => entry === lastMatch) + 1;
  }
}

interface HistoryExport {
  readonly pages: AsyncIterable<EntriesPage>;
  readonly filter: JournalFilter;
  readonly now: Date;
  readonly secrets: OtherSecrets;
}

/** Characters of each part of an export. */
const partLength = 64 * 1_024;

export async function* exportText({
  pages,
  filter,
  now,
  secrets,
}: HistoryExport): AsyncGenerator<string, void, void> {
  const matches = textMatcher(filter.text);
  let text = `Hookdesk History, ${utc(now)}, newest first. Secrets are masked.\n`;
  let count = 0;
  let unreadable = 0;
  for await (const page of pages) {
    unreadable += page.unreadable;
    for (const entry of page.entries) {
      if (matches !== null && !matches(entry)) continue;
      count += 1;
      text += `\n${readableEntry(entry, secrets)}\n`;
      if (text.length < partLength) continue;
      yield text;
      text = '';
    }
  }
  const unreadableNote = unreadable === 0 ? '' : ` ${unreadable} more could not be decrypted.`;
  yield `${text}\n${counted(count, 'entry', 'entries')}.${unreadableNote}\n`;
}
