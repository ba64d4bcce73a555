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
  const isNarrow = /^journal_of_(plan|lineage|undo)$/.test(wanted);
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
  if (query.lineages !== undefined) {
    must(`coalesce(lineage, draft_id) IN (${marksFor(query.lineages)})`, ...query.lineages);
  }
  if (query.undoes !== undefined) must(`undoes IN (${marksFor(query.undoes)})`, ...query.undoes);
  if (query.since !== undefined) must('sequence >= ?', query.since);
  if (query.from !== undefined) must('at >= ?', query.from.getTime());
  if (query.to !== undefined) must('at <= ?', query.to.getTime());
  if (query.outcomes !== undefined) {
    must(`outcome IN (${marksFor(query.outcomes)})`, ...query.outcomes);
  }
  if (after !== null) must('sequence < ?', after);
  // SQLite uses a partial index only if the query repeats the index's condition.
  if (index === 'journal_of_lineage') conditions.push('draft_id IS NOT NULL');
  if (index === 'journal_of_undo') conditions.push('undoes IS NOT NULL');
  if (index === 'journal_open') conditions.push("outcome IN ('sent', 'unknown')");
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

const marksFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function indexFor(query: JournalQuery): string {
  const { connectionId, webhookId, planId, lineages, undoes, outcomes } = query;
  if (lineages !== undefined) return 'journal_of_lineage';
  if (undoes !== undefined) return 'journal_of_undo';
  if (planId !== undefined) return 'journal_of_plan';
  if (outcomes?.every(isOpen) === true) return 'journal_open';
  if (connectionId !== undefined && webhookId !== undefined) return 'journal_of_webhook';
  return 'journal_newest';
}
