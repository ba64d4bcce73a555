import type { JournalQuery } from '#core/store-ports.ts';
import { isOpen } from '#domain/journal/entry.ts';

export interface JournalSearch {
  readonly sql: string;
  readonly values: (string | number)[];
}

/** Searches indices only, because reading contents is slow. `after` is an entry's sequence number. */
export function journalSearch(
  query: JournalQuery,
  after: number | null,
  limit: number,
): JournalSearch {
  const index = indexFor(query);
  const { sql, values } = conditionsOf(query, after, index);
  return {
    sql: `SELECT sequence FROM journal INDEXED BY ${index} ${sql} ORDER BY sequence DESC LIMIT ?`,
    values: [...values, limit],
  };
}

export function journalTally(query: JournalQuery): JournalSearch {
  const wanted = indexFor(query);
  const isNarrow = wanted === 'journal_of_plan' || wanted === 'journal_of_draft';
  const index = isNarrow ? 'journal_newest' : wanted;
  const { sql, values } = conditionsOf(query, null, index);
  return {
    sql: `SELECT outcome, count(*) AS count, max(at) AS latest FROM journal INDEXED BY ${index} ${sql} GROUP BY outcome`,
    values,
  };
}

function conditionsOf(query: JournalQuery, after: number | null, index: string): JournalSearch {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const must = (condition: string, ...given: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.connectionId !== undefined) must('connection_id = ?', query.connectionId);
  if (query.webhookId !== undefined) must('webhook_id = ?', query.webhookId);
  if (query.planId !== undefined) must('plan_id = ?', query.planId);
  if (query.draftIds !== undefined) {
    must(`draft_id IN (${query.draftIds.map(() => '?').join(', ')})`, ...query.draftIds);
  }
  if (query.from !== undefined) must('at >= ?', query.from.getTime());
  if (query.to !== undefined) must('at <= ?', query.to.getTime());
  if (query.outcomes !== undefined) {
    must(`outcome IN (${query.outcomes.map(() => '?').join(', ')})`, ...query.outcomes);
  }
  if (after !== null) must('sequence < ?', after);
  if (index === 'journal_of_draft') conditions.push('draft_id IS NOT NULL');
  // SQLite uses this partial index only if the query repeats the index's condition.
  if (index === 'journal_open') conditions.push("outcome IN ('sent', 'unknown')");
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

function indexFor(query: JournalQuery): string {
  const { connectionId, webhookId, planId, draftIds, outcomes } = query;
  if (draftIds !== undefined) return 'journal_of_draft';
  if (planId !== undefined) return 'journal_of_plan';
  if (outcomes?.every(isOpen) === true) return 'journal_open';
  if (connectionId !== undefined && webhookId !== undefined) return 'journal_of_webhook';
  return 'journal_newest';
}
