import type { JournalEntry } from '#domain/journal/entry.ts';
import type { Clock } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import type { EntriesPage } from './reading.ts';

/** How many entries are read at once, and in one search: it then says how far it came. */
const strides = { once: 200, search: 4_000 };

/** A search that takes longer says how far it came before it has looked at so many, in milliseconds. */
const patience = 500;

interface Search {
  /** Reads a page of what the rest of the filter finds. */
  readonly page: (after: string | null, limit: number) => Promise<EntriesPage>;
  readonly matches: (entry: JournalEntry) => boolean;
  readonly after: string | null;
  readonly limit: number;
  readonly clock: Pick<Clock, 'now' | 'breathe'>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Looks through entries for those that match, the newest first, until there are enough, half a second
 * has passed, or it has looked at 4,000: `next` then goes on from there, even where nothing was found yet.
 */
export async function searchPage(search: Search): Promise<EntriesPage> {
  const { page, matches, limit, clock, signal } = search;
  const found: JournalEntry[] = [];
  let { after } = search;
  let unreadable = 0;
  const until = clock.now().getTime() + patience;
  for (let looked = 0; looked < strides.search; looked += strides.once) {
    stopIfCancelled(signal);
    const read = await upTo(page, matches, after, limit - found.length);
    found.push(...read.entries);
    unreadable += read.unreadable;
    after = read.next;
    if (after === null || found.length >= limit || clock.now().getTime() >= until) break;
    await clock.breathe();
  }
  return { entries: found, next: after, unreadable };
}

/**
 * The matches of one page, `wanted` at most. A page that has more is read again up to the last that is
 * wanted, so that the next begins right behind it.
 */
async function upTo(
  page: Search['page'],
  matches: Search['matches'],
  after: string | null,
  wanted: number,
): Promise<EntriesPage> {
  for (let limit = strides.once; ;) {
    const read = await page(after, limit);
    const entries = read.entries.filter(matches);
    if (entries.length <= wanted) return { ...read, entries };
    const last = entries[wanted - 1];
    limit = read.entries.findIndex((entry) => entry === last) + 1;
  }
}
