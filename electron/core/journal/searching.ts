import type { JournalEntry } from '#domain/journal/entry.ts';
import type { Clock } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import type { EntriesPage } from './reading.ts';

const strides = { once: 200, search: 4_000 };

const limitMilliseconds = 500;

interface Search {
  readonly page: (after: string | null, limit: number) => Promise<EntriesPage>;
  readonly matches: (entry: JournalEntry) => boolean;
  readonly after: string | null;
  readonly limit: number;
  readonly clock: Pick<Clock, 'now' | 'yieldToEventLoop'>;
  readonly signal: AbortSignal | undefined;
}

/** Stops at enough matches, 500 ms or 4,000 entries. `next` continues, even after no match. */
export async function searchPage(search: Search): Promise<EntriesPage> {
  const { page, matches, limit, clock, signal } = search;
  const found: JournalEntry[] = [];
  let { after } = search;
  let unreadable = 0;
  const until = clock.now().getTime() + limitMilliseconds;
  for (let looked = 0; looked < strides.search; looked += strides.once) {
    stopIfCancelled(signal);
    const read = await upTo(page, matches, after, limit - found.length);
    found.push(...read.entries);
    unreadable += read.unreadable;
    after = read.next;
    if (after === null || found.length >= limit || clock.now().getTime() >= until) break;
    await clock.yieldToEventLoop();
  }
  return { entries: found, next: after, unreadable };
}

/** A page with more matches is read again, shorter: the next page begins right after the last match. */
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
