import type { Problem } from '../problem.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { PlanRow, RowResult } from './plan.ts';
import { shownDefinition, type ShownAs, withShownHeaders } from './shown-as.ts';

type Row = Pick<PlanRow, 'action' | 'draftId' | 'undoes' | 'base' | 'live' | 'definition'>;

/**
 * How the secrets of a row appear in a window. Drafts and History show header values, so their rows do.
 * A window compares a webhook to delete with its current version, and plans the delete again with it.
 */
export function shownAsOfRow(
  { action, draftId, undoes, base, live, definition }: Row,
  shownAs: readonly ShownAs[] = [],
  current: Webhook | null = null,
): readonly ShownAs[] {
  if (draftId !== null || undoes !== null || action === 'delete') return shownAs;
  return withShownHeaders(shownAs, [definition, live, base, current]);
}

/** A conflict holds the current webhook. */
export function shownProblem(
  problem: Problem | null,
  row: Row & Pick<PlanRow, 'shownAs'>,
): Problem | null {
  if (problem?.code !== 'conflict' || problem.live === null) return problem;
  const live = shownDefinition(problem.live, shownAsOfRow(row, row.shownAs, problem.live));
  return { ...problem, live };
}

export const shownResult = (result: RowResult, row: Row & Pick<PlanRow, 'shownAs'>): RowResult => ({
  ...result,
  problem: shownProblem(result.problem, row),
});
