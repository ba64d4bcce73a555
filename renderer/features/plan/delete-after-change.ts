import type { PlanSource } from '#contract/plans.ts';
import { compareWithRemote } from '#domain/merge/compare-with-remote.ts';
import { blankItem, type PlanRow, type RowResult } from '#domain/publishing/plan.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';

/** A webhook that was not deleted, because it changed after the plan was made. */
export interface DeleteAfterChange {
  readonly before: Webhook;
  readonly now: Webhook;
  /** A plan that deletes the changed webhook; `null` if another webhook has its id. */
  readonly again: PlanSource | null;
}

export function deleteAfterChange(
  {
    key,
    connectionId,
    action,
    live: before,
    undoes,
  }: Pick<PlanRow, 'key' | 'connectionId' | 'action' | 'live' | 'undoes'>,
  { problem }: RowResult,
): DeleteAfterChange | null {
  if (action !== 'delete' || before === null || problem?.code !== 'conflict') return null;
  const { live: now } = problem;
  if (now === null) return null;
  const item = { ...blankItem(connectionId, key, action), base: now, undoes };
  const isReplaced = compareWithRemote(before, now).kind === 'replaced';
  return { before, now, again: isReplaced ? null : { kind: 'items', items: [item] } };
}
