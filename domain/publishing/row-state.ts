import { z } from 'zod';
import { compareWithRemote } from '../merge/compare-with-remote.ts';
import type { Problem } from '../problem.ts';
import { errorsOf } from '../issue.ts';
import { sameContent } from '../webhook/difference.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { PlanRow } from './plan.ts';
import { conflictProblem, invalidProblem } from './publish-problems.ts';

/**
 * Whether a plan can send a row. `undecided`: see the needs. `conflict`: the webhook changed on the installation, and
 * both changes cannot hold. `gone`: deleted or replaced there. `blocked`: see the issues or the problem.
 */
export const RowState = z.enum(['ready', 'unchanged', 'undecided', 'conflict', 'gone', 'blocked']);
export type RowState = z.infer<typeof RowState>;

/** The members of a row that decide its state. */
type StateBasis = Pick<
  PlanRow,
  'action' | 'base' | 'definition' | 'live' | 'needs' | 'issues' | 'problem'
>;

const valuesAdvice = 'Nothing was sent. Exclude this row, or correct the values that it sends.';

export function rowStateOf({
  action,
  base,
  definition,
  live,
  needs,
  issues,
  problem,
}: StateBasis): RowState {
  if (problem !== null) return 'blocked';
  if (needs.some(({ kind }) => kind === 'conflict')) return 'conflict';
  if (needs.length > 0) return 'undecided';
  if (errorsOf(issues).length > 0) return 'blocked';
  if (action === 'create') return 'ready';
  if (live === null) return action === 'delete' ? 'unchanged' : 'gone';
  if (isReplaced(base, live)) return 'gone';
  return definition !== null && sameContent(live, definition) ? 'unchanged' : 'ready';
}

/** The live version, or the base while the definition does not include live changes; `null` for a create. */
export function versionToChange(row: StateBasis): Webhook | null {
  const { base, definition, live } = row;
  const state = rowStateOf(row);
  const isWithoutLive = definition !== null && (state === 'conflict' || state === 'gone');
  return isWithoutLive ? base : (live ?? base);
}

/** Why the row cannot be sent; `null` when it can, and while it is `undecided`. */
export function rowProblem(row: StateBasis & Pick<PlanRow, 'draftId'>): Problem | null {
  const { base, live, issues, problem, draftId } = row;
  if (problem !== null) return problem;
  const state = rowStateOf(row);
  if (state === 'blocked') {
    const invalid = invalidProblem(errorsOf(issues));
    return draftId === null ? { ...invalid, advice: valuesAdvice } : invalid;
  }
  if (base === null || (state !== 'conflict' && state !== 'gone')) return null;
  return conflictProblem(base, live, draftId);
}

/** A source that takes the base from the list makes both one object, which needs no comparison. */
const isReplaced = (base: Webhook | null, live: Webhook): boolean =>
  base !== null && base !== live && compareWithRemote(base, live).kind === 'replaced';

/** The name that the row writes, else that of its webhook, else that in the file. */
export const nameOfRow = ({ definition, live, base, fileRow }: PlanRow): string =>
  (definition ?? live ?? base)?.name ?? fileRow?.name ?? '';
