import { EntryOutcome, isOpen } from '#domain/journal/entry.ts';
import type { JournalReading } from './reading.ts';

/** In milliseconds. */
const day = 24 * 60 * 60 * 1_000;

/** An entry of this age, in milliseconds, bears witness that the clock is about right. */
const witness = { from: day, to: 32 * day };

/** Those that are removed because of their age. */
const removable = EntryOutcome.options.filter((outcome) => !isOpen(outcome));

/**
 * Whether entries look old by a clock that may be wrong: one that is years ahead would have all of them
 * removed. The clock is believed where an entry is between a day and 32 days old by it. What was written
 * today is no witness: it has its time from the same clock.
 *
 * @param before what is older would be removed; where nothing is, there is nothing to doubt
 */
export async function isAgeDoubtful(
  reading: Pick<JournalReading, 'page'>,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const isThere = async (query: Parameters<JournalReading['page']>[0]): Promise<boolean> => {
    const { entries, unreadable, next } = await reading.page(query, null, 1);
    return entries.length + unreadable > 0 || next !== null;
  };
  const old = { to: new Date(before.getTime() - 1), outcomes: removable };
  if (!(await isThere(old))) return false;
  return !(await isThere({ from: ago(witness.to), to: ago(witness.from) }));
}
