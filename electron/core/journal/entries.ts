import { EntryOutcome, isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import type { EntriesPage, JournalReading } from './journal-reading.ts';

/** A request that begins: what it changes, how, and for which draft, plan or undo. */
export type NewEntry = Pick<
  JournalEntry,
  | 'connectionId'
  | 'connectionName'
  | 'variant'
  | 'action'
  | 'webhookId'
  | 'before'
  | 'meant'
  | 'request'
  | 'knownIds'
  | 'planId'
  | 'rowKey'
  | 'undoes'
  | 'draftId'
  | 'lineage'
  | 'draftRevision'
  | 'despiteOpen'
>;

/** What an entry gets with its outcome. `webhookId` is set for a create, whose id is known only now. */
export type EntryEnd = Pick<JournalEntry, 'outcome' | 'after' | 'problem' | 'notes'> &
  Partial<Pick<JournalEntry, 'webhookId' | 'accepted' | 'candidates'>>;

export const beginEntry = (
  entry: NewEntry,
  { id, sequence, at, who }: Pick<JournalEntry, 'id' | 'sequence' | 'at' | 'who'>,
): JournalEntry => ({
  ...entry,
  id,
  sequence,
  at,
  who,
  revision: 0,
  endedAt: null,
  after: null,
  outcome: 'sent',
  problem: null,
  notes: [],
  accepted: false,
  candidates: [],
});

export const endEntry = (
  entry: JournalEntry,
  { webhookId, candidates = [], ...end }: EntryEnd,
  now: Date,
): JournalEntry => ({
  ...entry,
  ...end,
  candidates,
  revision: entry.revision + 1,
  webhookId: webhookId ?? entry.webhookId,
  endedAt: isOpen(end.outcome) ? null : now,
});

const day = 24 * 60 * 60 * 1_000;

/** Milliseconds for which a clock is trusted after a time at which it was right. */
const trustedFor = 32 * day;

const prunedOutcomes = EntryOutcome.options.filter((outcome) => !isOpen(outcome));

type Reading = Pick<JournalReading, 'page'>;

/** An entry 1 to 32 days old proves the clock right. Newer ones may have a wrong clock's time. */
export async function lastRightTime(reading: Reading, now: Date): Promise<Date> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const recent = { from: ago(trustedFor), to: ago(day) };
  if (!isEmpty(await reading.page(recent, null, 1))) return now;
  const newestOld = await reading.page({ to: ago(trustedFor) }, null, 1);
  // An unreadable entry does not show its time.
  return isEmpty(newestOld) ? now : (newestOld.entries[0]?.at ?? new Date(0));
}

/** A clock that is years ahead makes entries look old. */
export const isClockUnreliable = (now: Date, rightAt: Date): boolean =>
  now.getTime() - rightAt.getTime() > trustedFor;

/** Limits writes of the settings to one a day. */
export const isAnotherDay = (at: Date, remembered: Date | null): boolean =>
  remembered === null || Math.abs(at.getTime() - remembered.getTime()) >= day;

/** Whether pruning would remove entries. */
export async function hasOlder(reading: Reading, before: Date): Promise<boolean> {
  const query = { to: new Date(before.getTime() - 1), outcomes: prunedOutcomes };
  return !isEmpty(await reading.page(query, null, 1));
}

const isEmpty = ({ entries, unreadable, next }: EntriesPage): boolean =>
  entries.length + unreadable === 0 && next === null;
