import type { EntrySummary } from '#domain/journal/entry.ts';

/** An update of the name, with the given changes. */
export const aSummary = (changes: Partial<EntrySummary> = {}): EntrySummary => ({
  id: 'e1',
  at: new Date(2026, 10, 21, 10, 32),
  endedAt: new Date(2026, 10, 21, 10, 32, 1),
  who: 'sam',
  connectionId: 'acme',
  connectionName: 'acme',
  variant: 'B',
  action: 'update',
  webhookId: 7,
  outcome: 'done',
  planId: null,
  undoes: null,
  name: 'Ops night',
  changes: 'name',
  remark: null,
  ...changes,
});
