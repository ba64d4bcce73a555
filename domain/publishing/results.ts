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

export type RowEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'rowKey' | 'webhookId' | 'outcome' | 'problem' | 'notes'
>;

/** Without webhooks and request, because a plan may have many thousands of entries. */
export function rowEntry(entry: JournalEntry): RowEntry {
  const { id, sequence, rowKey, webhookId, outcome, problem, notes } = entry;
  return { id, sequence, rowKey, webhookId, outcome, problem, notes };
}

/** Noted results (without rows that run again) precede the journal, which also covers a crash. */
export function resultsOf(
  rows: readonly PlanRow[],
  noted: readonly RowResult[],
  entries: readonly RowEntry[],
): RowResult[] {
  const byKey = new Map(noted.map((result) => [result.key, result]));
  const latest = new Map<string, RowEntry>();
  for (const entry of entries) {
    if (entry.rowKey === null) continue;
    const known = latest.get(entry.rowKey);
    if (known === undefined || known.sequence <= entry.sequence) latest.set(entry.rowKey, entry);
  }
  return rows.map((row) => {
    const result = byKey.get(row.key);
    if (result?.entryId === null) return result;
    const entry = latest.get(row.key);
    if (entry !== undefined) return resultOf(row.key, entry);
    return result ?? notAttempted(row);
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
const lasting: ReadonlySet<Problem['code']> = new Set([
  'conflict',
  'appeared',
  'invalid',
  'rejected',
  'too-large',
  'refused',
]);

/** Whether a resume sends the row. An unknown outcome must not be sent again: it could apply twice. */
export function isLeft({ outcome, problem }: RowResult): boolean {
  if (outcome === 'failed') return problem === null || !lasting.has(problem.code);
  return outcome === 'not-attempted' || outcome === 'cancelled';
}

export const isFailure = ({ outcome }: RowResult): boolean =>
  outcome === 'failed' || outcome === 'differs' || outcome === 'unknown';

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
