import type { CountEvent, JournalFilter } from '#contract/journal.ts';
import { type EntryOutcome, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import type { OutcomeTally } from '../store-ports.ts';
import { matcherOf, queryOf } from './matching.ts';
import type { JournalReading } from './reading.ts';

const stride = 1_000;

/** The store counts by itself, but not with a text filter or with entries in memory. */
export async function* countEntries(
  reading: JournalReading,
  filter: JournalFilter,
  signal?: AbortSignal,
): AsyncGenerator<CountEvent, void, void> {
  const query = queryOf(filter);
  const tally = await reading.tally(query);
  if (tally !== null && matcherOf(filter.text) === null) {
    yield { kind: 'end', ...sumTally(tally) };
    return;
  }
  const total = tally === null ? null : sumTally(tally).total;
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
  yield { kind: 'end', ...sumTally([...found.values()]) };
}

export interface MatchingPage {
  readonly looked: number;
  readonly entries: readonly JournalEntry[];
}

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

function sumTally(
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
