import type { PlanRowView } from '#contract/plans.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import { RowOutcome } from '#domain/publishing/plan.ts';

/** `needs`: a person must look at the row. */
export type RowGroup = 'needs' | 'sent' | 'left-out';

/** What a row does, or why it does nothing; once the plan has ended, its outcome. */
export type RowKind = WriteAction | 'unchanged' | 'blocked' | RowOutcome;

export const rowGroups: readonly RowGroup[] = ['needs', 'sent', 'left-out'];

export const rowKinds: readonly RowKind[] = [
  'create',
  'update',
  'delete',
  'unchanged',
  'blocked',
  ...RowOutcome.options.filter((outcome) => outcome !== 'unchanged'),
];

type State = Pick<PlanRowView, 'state' | 'selected' | 'draftId'>;

/** Before the run. A tick does not move a row to another group. */
export function groupOf({ state, selected, draftId }: State): RowGroup {
  switch (state) {
    case 'undecided':
    case 'conflict':
      return 'needs';
    case 'ready':
      return selected ? 'sent' : 'left-out';
    case 'gone':
    case 'blocked':
      // The draft can be corrected.
      return draftId === null ? 'left-out' : 'needs';
    case 'unchanged':
      return 'left-out';
  }
}

/** After the run; `undefined` for a row that was not part of it. */
export function groupOfOutcome(outcome: RowOutcome | undefined): RowGroup {
  switch (outcome) {
    case 'failed':
    case 'unknown':
    case 'differs':
      return 'needs';
    case 'done':
    case 'unchanged':
      return 'sent';
    default:
      return 'left-out';
  }
}

export const isOutcome = (kind: RowKind): kind is RowOutcome =>
  RowOutcome.options.some((outcome) => outcome === kind);

/** `null` for a row that waits for an answer. */
export function kindOf({ action, state }: Pick<PlanRowView, 'action' | 'state'>): RowKind | null {
  switch (state) {
    case 'ready':
      return action;
    case 'undecided':
    case 'conflict':
      return null;
    case 'gone':
      return 'blocked';
    default:
      return state;
  }
}
