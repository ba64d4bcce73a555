import { changesInWords } from '#domain/journal/entry-summary.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { nameOfRow, rowProblem, stateOf } from '#domain/publishing/row-state.ts';
import { shownProblem } from '#domain/publishing/shown-row.ts';
import type { PlanRowView } from './plans.ts';

export function rowView(row: PlanRow): PlanRowView {
  const { key, connectionId, action, draftId, undoes, fileRow, answers, needs } = row;
  const { alternatives, losses, issues, reasons, selected, base, definition, live } = row;
  const state = stateOf(row);
  const isChange = state !== 'unchanged' && (definition !== null || action === 'delete');
  return {
    key,
    connectionId,
    action,
    draftId,
    undoes,
    fileRow,
    answers,
    needs,
    alternatives,
    losses,
    issues,
    reasons,
    selected,
    state,
    problem: shownProblem(rowProblem(row), row),
    name: nameOfRow(row),
    webhookId: (live ?? base)?.id ?? null,
    changes: isChange ? changesInWords(live ?? base, definition) : '',
    destination: '',
    filled: [],
  };
}
