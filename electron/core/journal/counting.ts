import type { CountEvent, JournalFilter } from '#contract/journal.ts';
import { type EntryOutcome, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import type { OutcomeTally } from '../store-ports.ts';
import { matcherOf, queryOf } from './matching.ts';
import type { JournalReading } from './reading.ts';

/** Entries that are read between two reports. */
const stride = 1_000;

/**
 * Counts what a filter finds. The store counts by itself; for a text, or while entries wait in memory,
 * every entry is read, and the count says how far it came.
 */
export async function* countEntries(
  reading: JournalReading,
  filter: JournalFilter,
  signal?: AbortSignal,
): AsyncGenerator<CountEvent, void, void> {
  const query = queryOf(filter);
  const tally = await reading.tally(query);
  if (tally !== null && matcherOf(filter.text) === null) {
    yield { kind: 'end', ...summed(tally) };
    return;
  }
  const total = tally === null ? null : summed(tally).total;
  const found = new Map<EntryOutcome, OutcomeTally>();
  let looked = 0;
  for await (const page of matchingPages(reading, filter, signal)) {
    looked += page.looked;
    for (const { outcome, at } of page.entries) {
      const known = found.get(outcome) ?? { outcome, count: 0, latest: at };
      const latest = known.latest > at ? known.latest : at;
      found.set(outcome, { outcome, count: known.count + 1, latest });
    }
    if (looked % stride < page.looked) yield { kind: 'progress', done: looked, total };
  }
  yield { kind: 'end', ...summed([...found.values()]) };
}

/** Entries that a filter finds, its text included, and how many were read to find them. */
export interface MatchingPage {
  readonly looked: number;
  readonly entries: readonly JournalEntry[];
}

/** What a filter finds, the newest first. Lets other work run between the pages. */
export async function* matchingPages(
  reading: JournalReading,
  filter: JournalFilter,
  signal?: AbortSignal,
): AsyncGenerator<MatchingPage, void, void> {
  const matches = matcherOf(filter.text);
  for await (const { entries } of reading.all(queryOf(filter), signal)) {
    const looked = entries.length;
    yield { looked, entries: matches === null ? entries : entries.filter(matches) };
  }
}

function summed(
  tally: readonly OutcomeTally[],
): Omit<Extract<CountEvent, { kind: 'end' }>, 'kind'> {
  const counts = { total: 0, undoable: 0 };
  let latest: Date | null = null;
  for (const each of tally) {
    counts.total += each.count;
    if (isUndoable(each.outcome)) counts.undoable += each.count;
    if (latest === null || each.latest > latest) latest = each.latest;
  }
  return { ...counts, latest };
}
