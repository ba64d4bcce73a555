import type { RowOutcome, RowResult } from '#domain/publishing/plan.ts';

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
