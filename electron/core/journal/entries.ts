import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';

/** What is known of a request before it leaves. */
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
  | 'draftRevision'
  | 'despiteOpen'
>;

/** What became of a request. The id is that of the webhook: of a create it is known only now. */
export type EntryEnd = Pick<JournalEntry, 'outcome' | 'after' | 'problem' | 'notes'> & {
  readonly webhookId?: number | null;
};

/** An entry whose request is about to leave. */
export const begun = (
  entry: NewEntry,
  { id, at, who }: Pick<JournalEntry, 'id' | 'at' | 'who'>,
): JournalEntry => ({
  ...entry,
  id,
  at,
  who,
  revision: 0,
  endedAt: null,
  after: null,
  outcome: 'sent',
  problem: null,
  notes: [],
});

/** The next revision of an entry. */
export const ended = (
  entry: JournalEntry,
  { webhookId, ...end }: EntryEnd,
  now: Date,
): JournalEntry => ({
  ...entry,
  ...end,
  revision: entry.revision + 1,
  webhookId: webhookId ?? entry.webhookId,
  endedAt: isOpen(end.outcome) ? null : now,
});
