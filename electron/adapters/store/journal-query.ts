import type { JournalQuery } from '#core/store-ports.ts';
import { isOpen } from '#domain/journal/entry.ts';

/** A question to the journal in SQLite's words. */
export interface JournalSearch {
  readonly sql: string;
  readonly values: (string | number)[];
}

/**
 * Numbers of the entries that a query finds, the newest first, `limit` at most, from before the one with
 * the number `after` on. It looks into indices alone: contents are long.
 */
export function journalSearch(
  query: JournalQuery,
  after: number | null,
  limit: number,
): JournalSearch {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const must = (condition: string, ...given: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.connectionId !== undefined) must('connection_id = ?', query.connectionId);
  if (query.webhookId !== undefined) must('webhook_id = ?', query.webhookId);
  if (query.planId !== undefined) must('plan_id = ?', query.planId);
  if (query.from !== undefined) must('at >= ?', query.from.getTime());
  if (query.to !== undefined) must('at <= ?', query.to.getTime());
  if (query.outcomes !== undefined) {
    must(`outcome IN (${query.outcomes.map(() => '?').join(', ')})`, ...query.outcomes);
  }
  if (after !== null) must('sequence < ?', after);
  const index = indexFor(query);
  // SQLite takes the index of open entries only where it sees by itself that no others are asked for.
  if (index === 'journal_open') conditions.push("outcome IN ('sent', 'unknown')");
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return {
    sql: `SELECT sequence FROM journal INDEXED BY ${index} ${where} ORDER BY sequence DESC LIMIT ?`,
    values: [...values, limit],
  };
}

function indexFor({ connectionId, webhookId, planId, outcomes }: JournalQuery): string {
  if (planId !== undefined) return 'journal_of_plan';
  if (outcomes?.every(isOpen) === true) return 'journal_open';
  if (connectionId !== undefined && webhookId !== undefined) return 'journal_of_webhook';
  return 'journal_newest';
}
