import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { checkDefinition } from '../webhook/check.ts';
import { isUnchanged } from '../webhook/difference.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import type { PlanRow } from './plan.ts';
import { invalidProblem } from './problems.ts';
import { lookBeforeDelete } from './decide-plan-row.ts';

/** What a person decides about a row that cannot be sent as it stands. */
export const RowDecision = z.discriminatedUnion('kind', [
  /** The row is sent with this method. */
  z.object({ kind: z.literal('method'), method: z.string() }),
  /** The webhook is deleted as it was read for the plan, with what changed there. */
  z.object({ kind: z.literal('delete-anyway') }),
]);
export type RowDecision = z.infer<typeof RowDecision>;

/** The methods to choose from where the method is why something cannot be sent; none otherwise. */
export function methodsToChoose(problem: Problem | null, variant: VariantId): readonly string[] {
  const isMethod =
    problem?.code === 'invalid' &&
    problem.issues.some(({ path, level }) => path === 'method' && level === 'error');
  return isMethod ? (variants[variant].methods ?? []) : [];
}

/** Whether a row deletes a webhook that changed on the installation, so that a person must decide. */
export const isChangedDelete = ({ action, state }: Pick<PlanRow, 'action' | 'state'>): boolean =>
  action === 'delete' && state === 'conflict';

/** A row after a decision of a person. A row that needs no such decision stays as it is. */
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
