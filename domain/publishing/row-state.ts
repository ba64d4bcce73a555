import { z } from 'zod';
import { compareWithRemote } from '../merge/compare-with-remote.ts';
import type { Problem } from '../problem.ts';
import type { Issue } from '../webhook/check-definition.ts';
import { sameContent } from '../webhook/difference.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { PlanRow } from './plan.ts';
import { conflictProblem, invalidProblem } from './publish-problems.ts';

/**
 * Whether a plan can send a row. `undecided`: see the needs. `conflict`: both sides changed. `gone`: deleted or
 * replaced. `blocked`: see the issues or the problem.
 */
export const RowState = z.enum(['ready', 'unchanged', 'undecided', 'conflict', 'gone', 'blocked']);
export type RowState = z.infer<typeof RowState>;

type DecidedRow = Pick<
  PlanRow,
  'action' | 'base' | 'definition' | 'live' | 'needs' | 'issues' | 'problem'
>;

const valuesAdvice = 'Nothing was sent. Exclude this row, or correct the values that it sends.';

export function stateOf({
  action,
  base,
  definition,
  live,
  needs,
  issues,
  problem,
}: DecidedRow): RowState {
  if (problem !== null) return 'blocked';
  if (needs.some(({ kind }) => kind === 'conflict')) return 'conflict';
  if (needs.length > 0) return 'undecided';
  if (errorsOf(issues).length > 0) return 'blocked';
  if (action === 'create') return 'ready';
  if (live === null) return action === 'delete' ? 'unchanged' : 'gone';
  if (isReplaced(base, live)) return 'gone';
  return definition !== null && sameContent(live, definition) ? 'unchanged' : 'ready';
}

/** The version that the row changes: its base while live changes are not merged into its definition. */
export function changedVersionOf(row: DecidedRow): Webhook | null {
  const { base, definition, live } = row;
  const state = stateOf(row);
  const isWithoutLive = definition !== null && (state === 'conflict' || state === 'gone');
  return isWithoutLive ? base : (live ?? base);
}

/** Why the row cannot be sent; `null` when it can, and while it waits for an answer. */
export function rowProblem(row: DecidedRow & Pick<PlanRow, 'draftId'>): Problem | null {
  const { base, live, issues, problem, draftId } = row;
  if (problem !== null) return problem;
  const state = stateOf(row);
  if (state === 'blocked') {
    const invalid = invalidProblem(errorsOf(issues));
    return draftId === null ? { ...invalid, advice: valuesAdvice } : invalid;
  }
  if (base === null || (state !== 'conflict' && state !== 'gone')) return null;
  return conflictProblem(base, live, draftId);
}

export const errorsOf = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ level }) => level === 'error');

/** Sources that pair a row with the list use one object for both. */
const isReplaced = (base: Webhook | null, live: Webhook): boolean =>
  base !== null && base !== live && compareWithRemote(base, live).kind === 'replaced';

/** The name after the plan, or the one in the file for a row that is not decided. */
export const nameOfRow = ({ definition, live, base, fileRow }: PlanRow): string =>
  (definition ?? live ?? base)?.name ?? fileRow?.name ?? '';
