import { isOpen, type JournalEntry } from '../journal/entry.ts';
import type { Problem } from '../problem.ts';
import type { PlanRow, RowOutcome, RowResult } from './plan.ts';

const notAttempted = ({ key, live }: Pick<PlanRow, 'key' | 'live'>): RowResult => ({
  key,
  outcome: 'not-attempted',
  webhookId: live?.id ?? null,
  entryId: null,
  notes: [],
  problem: null,
});

/** The members of an entry that decide the result of its row. */
export type RowEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'rowKey' | 'webhookId' | 'outcome' | 'problem' | 'notes'
>;

/** Without webhooks and request, because a plan may have many thousands of entries. */
export function rowEntry(entry: JournalEntry): RowEntry {
  const { id, sequence, rowKey, webhookId, outcome, problem, notes } = entry;
  return { id, sequence, rowKey, webhookId, outcome, problem, notes };
}

/**
 * The result of each row. A stored result without an entry comes first, then the latest entry, which also covers a
 * crash.
 * @param storedResults without those of rows that run again
 */
export function rowResultsOf(
  rows: readonly PlanRow[],
  storedResults: readonly RowResult[],
  entries: readonly RowEntry[],
): RowResult[] {
  const storedByKey = new Map(storedResults.map((result) => [result.key, result]));
  const latestEntries = new Map<string, RowEntry>();
  for (const entry of entries) {
    if (entry.rowKey === null) continue;
    const earlier = latestEntries.get(entry.rowKey);
    if (earlier === undefined || earlier.sequence <= entry.sequence) {
      latestEntries.set(entry.rowKey, entry);
    }
  }
  return rows.map((row) => {
    const stored = storedByKey.get(row.key);
    if (stored?.entryId === null) return stored;
    const entry = latestEntries.get(row.key);
    if (entry !== undefined) return resultOf(row.key, entry);
    return stored ?? notAttempted(row);
  });
}

export function resultOf(key: string, entry: RowEntry): RowResult {
  const { id: entryId, webhookId, problem, notes } = entry;
  return { key, outcome: outcomeOf(entry), webhookId, entryId, notes, problem };
}

function outcomeOf({ outcome }: RowEntry): RowOutcome {
  if (isOpen(outcome)) return 'unknown';
  switch (outcome) {
    case 'done':
    case 'differs':
      return outcome;
    default:
      return 'failed';
  }
}

/** The same request would fail again. */
const permanentProblems: ReadonlySet<Problem['code']> = new Set([
  'conflict',
  'appeared',
  'invalid',
  'rejected',
  'too-large',
  'refused',
]);

/** Whether a resume sends the row. An unknown outcome must not be sent again: it could apply twice. */
export function isSentAgain({ outcome, problem }: RowResult): boolean {
  if (outcome === 'failed') return problem === null || !permanentProblems.has(problem.code);
  return outcome === 'not-attempted' || outcome === 'cancelled';
}

/**
 * The keys of the rows that a resumed plan sends, and the results that stay.
 * @param first key of the only row to send, if it can be sent; the failures of others then stay
 */
export function restOf(
  results: readonly RowResult[],
  first: string | undefined,
): { readonly sent: ReadonlySet<string>; readonly kept: readonly RowResult[] } {
  const rest = results.filter(isSentAgain);
  const alone = rest.filter(({ key }) => key === first);
  const sent = new Set((alone.length > 0 ? alone : rest).map(({ key }) => key));
  const isKept = (result: RowResult): boolean =>
    !isSentAgain(result) || (result.outcome === 'failed' && !sent.has(result.key));
  return { sent, kept: results.filter(isKept) };
}

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>;

export function countOutcomes(results: Iterable<Pick<RowResult, 'outcome'>>): OutcomeCounts {
  const counts: Record<RowOutcome, number> = {
    done: 0,
    unchanged: 0,
    differs: 0,
    failed: 0,
    unknown: 0,
    'not-attempted': 0,
    cancelled: 0,
  };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}
