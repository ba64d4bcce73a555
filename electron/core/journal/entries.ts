import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';

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

/** `webhookId` is set for a create, whose id is known only now. */
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
