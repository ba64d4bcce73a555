import type { PlanStanding } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { countsOf, isLeft } from '#domain/publishing/results.ts';
import type { StoredPlan } from '../../store-ports.ts';

/** A plan in numbers. */
export const standingOf = (
  { id: planId, title, startedAt, rows }: StoredPlan,
  results: readonly RowResult[],
  status: PlanStanding['status'],
  connectionNames: readonly string[],
): PlanStanding => ({
  ...{ planId, title, startedAt, status },
  counts: countsOf(results),
  total: rows.length,
  left: results.filter(isLeft).length,
  connectionNames: [...connectionNames],
});
