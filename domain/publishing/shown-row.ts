import type { Problem } from '../problem.ts';
import { Masking } from '../secrets/masking.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import type { PlanRow, RowResult } from './plan.ts';
import { shownDefinition } from './shown-as.ts';

type Row = Pick<
  PlanRow,
  'action' | 'draftId' | 'undoes' | 'base' | 'live' | 'definition' | 'shownAs'
>;

/**
 * The row as a window may have it, with masked secrets.
 * @param secretsShown a person asked for secrets; those of `shownAs` keep their names
 */
export function shownRow({ shownAs = [], ...row }: PlanRow, secretsShown = false): PlanRow {
  const shown = viewOf({ ...row, shownAs }, secretsShown);
  return {
    ...row,
    base: row.base && shown(row.base),
    live: row.live && shown(row.live),
    definition: row.definition && shown(row.definition),
  };
}

/** Masks the current webhook that a conflict has. */
export function shownProblem(problem: Problem | null, row: Row): Problem | null {
  if (problem?.code !== 'conflict' || problem.live === null) return problem;
  return { ...problem, live: viewOf(row, false, problem.live)(problem.live) };
}

export const shownResult = (result: RowResult, row: Row): RowResult => ({
  ...result,
  problem: shownProblem(result.problem, row),
});

/**
 * Windows have the webhooks of drafts and of History, and mask them. They compare a webhook to delete with its
 * current version, and plan the delete again with it.
 */
function viewOf(
  { action, draftId, undoes, base, live, definition, shownAs = [] }: Row,
  secretsShown: boolean,
  current: Webhook | null = null,
): <Shown extends WebhookDefinition>(webhook: Shown) => Shown {
  const isMasked = draftId === null && undoes === null && action !== 'delete' && !secretsShown;
  if (!isMasked) return (webhook) => shownDefinition(webhook, shownAs);
  const versions = [definition, live, base, current].filter((webhook) => webhook !== null);
  const masking = new Masking([
    ...versions,
    ...versions.map((webhook) => shownDefinition<WebhookDefinition>(webhook, shownAs)),
  ]);
  return (webhook) => masking.definition(shownDefinition(webhook, shownAs));
}
