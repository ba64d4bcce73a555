import { EntryOutcome, isOpen } from '#domain/journal/entry.ts';
import type { EntriesPage, JournalReading } from './reading.ts';

const day = 24 * 60 * 60 * 1_000;

/** Milliseconds for which a clock is trusted after a time at which it was right. */
const believedFor = 32 * day;

const removable = EntryOutcome.options.filter((outcome) => !isOpen(outcome));

type Reading = Pick<JournalReading, 'page'>;

/** An entry 1 to 32 days old proves the clock right. Newer ones may have a wrong clock's time. */
export async function lastRightTime(reading: Reading, now: Date): Promise<Date> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const recent = { from: ago(believedFor), to: ago(day) };
  if (!isEmpty(await reading.page(recent, null, 1))) return now;
  const old = await reading.page({ to: ago(believedFor) }, null, 1);
  // An unreadable entry does not show its time.
  return isEmpty(old) ? now : (old.entries[0]?.at ?? new Date(0));
}

/** A clock that is years ahead makes entries look old. */
export const isClockUnreliable = (now: Date, rightAt: Date): boolean =>
  now.getTime() - rightAt.getTime() > believedFor;

/** Limits writes of the settings to one a day. */
export const isAnotherDay = (at: Date, remembered: Date | null): boolean =>
  remembered === null || Math.abs(at.getTime() - remembered.getTime()) >= day;

export async function holdsOlder(reading: Reading, before: Date): Promise<boolean> {
  const query = { to: new Date(before.getTime() - 1), outcomes: removable };
  return !isEmpty(await reading.page(query, null, 1));
}

const isEmpty = ({ entries, unreadable, next }: EntriesPage): boolean =>
  entries.length + unreadable === 0 && next === null;
