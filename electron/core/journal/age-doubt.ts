import { EntryOutcome, isOpen } from '#domain/journal/entry.ts';
import type { EntriesPage, JournalReading } from './reading.ts';

/** In milliseconds. */
const day = 24 * 60 * 60 * 1_000;

/** A clock is believed for this long, in milliseconds, after a time at which it was right. */
const believedFor = 32 * day;

/** Those that are removed because of their age. */
const removable = EntryOutcome.options.filter((outcome) => !isOpen(outcome));

type Reading = Pick<JournalReading, 'page'>;

/**
 * When the clock was right for the last time, where nothing on this computer says so yet. An entry between
 * a day and 32 days old says that it is right now. What is newer has its time from the clock in doubt.
 */
export async function lastRightTime(reading: Reading, now: Date): Promise<Date> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const recent = { from: ago(believedFor), to: ago(day) };
  if (!isEmpty(await reading.page(recent, null, 1))) return now;
  const old = await reading.page({ to: ago(believedFor) }, null, 1);
  // An entry that cannot be read says nothing of its time.
  return isEmpty(old) ? now : (old.entries[0]?.at ?? new Date(0));
}

/** Whether a clock may be wrong, such as years ahead: entries then look older than they are. */
export const isClockDoubtful = (now: Date, rightAt: Date): boolean =>
  now.getTime() - rightAt.getTime() > believedFor;

/** Whether a time is worth remembering in the place of another. */
export const isAnotherDay = (at: Date, remembered: Date | null): boolean =>
  remembered === null || Math.abs(at.getTime() - remembered.getTime()) >= day;

/** Whether anything would be removed that is older. */
export async function holdsOlder(reading: Reading, before: Date): Promise<boolean> {
  const query = { to: new Date(before.getTime() - 1), outcomes: removable };
  return !isEmpty(await reading.page(query, null, 1));
}

const isEmpty = ({ entries, unreadable, next }: EntriesPage): boolean =>
  entries.length + unreadable === 0 && next === null;
