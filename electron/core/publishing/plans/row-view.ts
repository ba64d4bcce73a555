import type { PlanRowView } from '#contract/plans.ts';
import { changesInWords } from '#domain/journal/entry-summary.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { shownDefinition } from '#domain/publishing/shown-as.ts';

export function rowView(row: PlanRow): PlanRowView {
  const { key, connectionId, action, state, reasons, draftId, undoes, problem } = row;
  const { base, definition, live } = row;
  return {
    key,
    connectionId,
    action,
    state,
    reasons,
    draftId,
    undoes,
    problem,
    name: (definition ?? live ?? base)?.name ?? '',
    webhookId: (live ?? base)?.id ?? null,
    changes: changesInWords(live ?? base, definition),
  };
}

/** Replaces secret values by their names. */
export function shownRow({ shownAs = [], ...row }: PlanRow): PlanRow {
  const { definition } = row;
  return { ...row, definition: definition === null ? null : shownDefinition(definition, shownAs) };
}
