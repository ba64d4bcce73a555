import type { JournalFilter } from '#contract/journal.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import type { JournalQuery } from '../store-ports.ts';

/** The part of a filter that the store answers: all but its text. */
export function queryOfFilter(filter: JournalFilter): JournalQuery {
  const { connectionId, webhookId, planId, from, to, outcomes } = filter;
  return {
    ...(connectionId === null ? {} : { connectionId }),
    ...(webhookId === null ? {} : { webhookId }),
    ...(planId === null ? {} : { planId }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(outcomes === null ? {} : { outcomes }),
  };
}

/** Answers a query for an entry that is only in memory, as the store answers it. */
export const matchesQuery = (entry: JournalEntry, query: JournalQuery): boolean =>
  (query.connectionId === undefined || query.connectionId === entry.connectionId) &&
  (query.webhookId === undefined || query.webhookId === entry.webhookId) &&
  (query.planId === undefined || query.planId === entry.planId) &&
  (query.lineages === undefined || query.lineages.includes(entry.lineage ?? '')) &&
  (query.undoes === undefined || query.undoes.includes(entry.undoes ?? '')) &&
  (query.since === undefined || query.since <= entry.sequence) &&
  (query.from === undefined || query.from <= entry.at) &&
  (query.to === undefined || query.to >= entry.at) &&
  (query.outcomes === undefined || query.outcomes.includes(entry.outcome));

/** The text of a filter as a test of one entry. Returns `null` for a text without words, which matches all. */
export function textMatcher(text: string): ((entry: JournalEntry) => boolean) | null {
  const passes = textFilter(text);
  if (passes === null) return null;
  return ({ before, meant, connectionName, who }) => {
    const parts = [before?.name, before?.url, meant?.name, meant?.url, connectionName, who];
    return passes(parts.filter((part) => part !== undefined).join('\n'));
  };
}
