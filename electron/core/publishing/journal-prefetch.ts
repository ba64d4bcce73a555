import type { JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem } from '#domain/problem.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { PublishContext } from './context.ts';

const portion = 64;

/** Stores entries ahead of their requests: one disk write per request would be slower than the requests. */
export class JournalPrefetch<Item> {
  readonly #journal: PublishContext['journal'];
  readonly #items: readonly Item[];
  readonly #entryOf: (item: Item) => NewEntry;
  readonly #begun = new Map<Item, Promise<JournalEntry>>();
  readonly #taken = new Set<Item>();
  #next = 0;

  constructor(
    journal: PublishContext['journal'],
    items: readonly Item[],
    entryOf: (item: Item) => NewEntry,
  ) {
    this.#journal = journal;
    this.#items = items;
    this.#entryOf = entryOf;
  }

  /** An item that is sent again gets a new entry. */
  take(item: Item): Promise<JournalEntry> {
    if (this.#taken.has(item)) this.#begin([item]);
    while (!this.#begun.has(item) && this.#next < this.#items.length) this.#beginMore();
    const begun = this.#begun.get(item);
    this.#begun.delete(item);
    if (begun === undefined) throw new Error('This item is none of those that were given.');
    this.#taken.add(item);
    if (this.#begun.size < portion / 2) this.#beginMore();
    return begun;
  }

  async release(): Promise<void> {
    this.#next = this.#items.length;
    const left = await Promise.allSettled(this.#begun.values());
    this.#begun.clear();
    await Promise.all(
      left.map(async (each) => {
        if (each.status !== 'fulfilled') return;
        await this.#journal.complete(each.value, {
          outcome: 'failed',
          after: null,
          problem: neverSent,
          notes: [],
        });
      }),
    );
  }

  #beginMore(): void {
    const items = this.#items.slice(this.#next, this.#next + portion);
    this.#next += items.length;
    this.#begin(items);
  }

  #begin(items: readonly Item[]): void {
    if (items.length === 0) return;
    const beginning = this.#journal.begin(items.map(this.#entryOf));
    for (const [index, item] of items.entries()) {
      const begun = beginning.then((entries) => {
        const entry = entries[index];
        if (entry === undefined) throw new Error('History returned no entry for a request.');
        return entry;
      });
      // `take` reports the rejection.
      begun.catch(() => undefined);
      this.#begun.set(item, begun);
    }
  }
}

const neverSent = plainProblem(
  'aborted',
  'The change was not sent, because the plan stopped before it.',
  'Resume the plan to send it.',
);
