import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { checkDefinition } from '../webhook/check.ts';
import { isUnchanged } from '../webhook/difference.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import type { PlanRow } from './plan.ts';
import { invalidProblem } from './publish-problems.ts';
import { lookBeforeDelete } from './decide-plan-row.ts';

export const RowDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('method'), method: z.string() }),
  z.object({ kind: z.literal('delete-anyway') }),
]);
export type RowDecision = z.infer<typeof RowDecision>;

export function methodsToChoose(problem: Problem | null, variant: VariantId): readonly string[] {
  const isMethod =
    problem?.code === 'invalid' &&
    problem.issues.some(({ path, level }) => path === 'method' && level === 'error');
  return isMethod ? (variants[variant].methods ?? []) : [];
}

export const isChangedDelete = ({ action, state }: Pick<PlanRow, 'action' | 'state'>): boolean =>
  action === 'delete' && state === 'conflict';

/** Returns the row unchanged where it needs no decision. */
export function applyRowDecision(row: PlanRow, decision: RowDecision, variant: VariantId): PlanRow {
  return decision.kind === 'method'
    ? withMethod(row, decision.method, variant)
    : deletedAnyway(row);
}

function withMethod(row: PlanRow, method: string, variant: VariantId): PlanRow {
  const { live, problem } = row;
  if (row.definition === null || !methodsToChoose(problem, variant).includes(method)) return row;
  const definition = { ...row.definition, method };
  const reasons = row.reasons.filter((reason) => reason !== problem?.message);
  const issues = checkDefinition(definition, variant, live);
  const errors = issues.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    const left = invalidProblem(errors);
    return { ...row, definition, problem: left, reasons: [left.message, ...reasons] };
  }
  const state = live !== null && isUnchanged(live, definition) ? 'unchanged' : 'ready';
  return { ...row, definition, state, problem: null, reasons };
}

function deletedAnyway(row: PlanRow): PlanRow {
  const { live } = row;
  if (live === null || !isChangedDelete(row)) return row;
  const reasons = row.reasons.map((reason) =>
    reason === lookBeforeDelete ? 'It is deleted as it is there now.' : reason,
  );
  return { ...row, base: live, state: 'ready', problem: null, reasons };
}
