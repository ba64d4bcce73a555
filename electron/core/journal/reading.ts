import type { JournalEntry } from '#domain/journal/entry.ts';
import type { PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import type { JournalQuery, OutcomeTally } from '../store-ports.ts';
import { matchesQuery } from './matching.ts';

type Needs = Pick<Ports, 'journal' | 'clock'>;

export interface EntriesPage {
  readonly entries: readonly JournalEntry[];
  readonly next: string | null;
  readonly unreadable: number;
}

const stride = 100;

export class JournalReading {
  readonly #needs: Needs;
  readonly #queue: PersistentQueue<JournalEntry>;

  constructor(needs: Needs, queue: PersistentQueue<JournalEntry>) {
    this.#needs = needs;
    this.#queue = queue;
  }

  async find(entryId: string): Promise<JournalEntry | null> {
    const waiting = this.#queue.pending.get(entryId);
    if (waiting !== undefined || this.#queue.isInMemory) return waiting ?? null;
    return this.#needs.journal.read(entryId, await this.#queue.sealer());
  }

  async findMany(entryIds: readonly string[]): Promise<readonly JournalEntry[]> {
    const { pending: waiting } = this.#queue;
    if (this.#queue.isInMemory) return entryIds.flatMap((id) => waiting.get(id) ?? []);
    const sealer = await this.#queue.sealer();
    const latest = this.#latest();
    const found = await this.#needs.journal.readMany(entryIds, sealer);
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    return entryIds.flatMap((id) => latest(id) ?? byId.get(id) ?? []);
  }

  /** Returns `null` while entries wait in memory, which the store cannot count. */
  async tally(query: JournalQuery): Promise<readonly OutcomeTally[] | null> {
    if (this.#queue.isInMemory) return null;
    await this.#bringToDisk();
    return this.#queue.pending.size > 0 ? null : this.#needs.journal.tally(query);
  }

  async page(query: JournalQuery, after: string | null, limit: number): Promise<EntriesPage> {
    if (this.#queue.isInMemory) return this.#pageInMemory(query, after, limit);
    // Storage changed from memory to disk between two pages, so paging ends.
    if (after?.startsWith(memoryMark) === true) return { entries: [], next: null, unreadable: 0 };
    // A running plan asks for undos before each row; a write for each would slow it down.
    const isQuick = query.undoes !== undefined;
    if (!isQuick) await this.#bringToDisk();
    const { journal } = this.#needs;
    const sealer = await this.#queue.sealer();
    const latest = this.#latest();
    const page = await journal.page(query, after, limit, sealer);
    const { pending: waiting } = this.#queue;
    const entries = page.entries
      .map((entry) => latest(entry.id) ?? entry)
      .filter((entry) => matchesQuery(entry, query));
    if (!isQuick || after !== null) return { ...page, entries };
    const found = new Set(entries.map(({ id }) => id));
    const others = [...waiting.values()].filter(
      (entry) => !found.has(entry.id) && matchesQuery(entry, query),
    );
    return { ...page, entries: [...others, ...entries] };
  }

  async *all(query: JournalQuery, signal?: AbortSignal): AsyncGenerator<EntriesPage, void, void> {
    let after: string | null = null;
    do {
      stopIfCancelled(signal);
      const page: EntriesPage = await this.page(query, after, stride);
      yield page;
      after = page.next;
      await this.#needs.clock.yieldToEventLoop();
    } while (after !== null);
  }

  /** An entry may be written, and no longer wait, while the store still reads its former row. */
  #latest(): (id: string) => JournalEntry | undefined {
    const before = new Map(this.#queue.pending);
    return (id) => this.#queue.pending.get(id) ?? before.get(id);
  }

  async #bringToDisk(): Promise<void> {
    // The writer gets the error; reading may still work.
    if (this.#queue.pending.size > 0) await this.#queue.flush().catch(() => undefined);
  }

  #pageInMemory(query: JournalQuery, after: string | null, limit: number): EntriesPage {
    const found = [...this.#queue.pending.values()]
      .filter((entry) => matchesQuery(entry, query))
      .sort((a, b) => b.sequence - a.sequence);
    const last = after === null ? -1 : found.findIndex(({ id }) => memoryMark + id === after);
    if (after !== null && last < 0) return { entries: [], next: null, unreadable: 0 };
    const entries = found.slice(last + 1, last + 1 + limit);
    const end = entries.at(-1);
    const isAll = last + 1 + limit >= found.length;
    return {
      entries,
      next: isAll || end === undefined ? null : memoryMark + end.id,
      unreadable: 0,
    };
  }
}

const memoryMark = 'memory:';
