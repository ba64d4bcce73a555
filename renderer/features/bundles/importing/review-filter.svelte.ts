import type { PlanRowView } from '#contract/plans.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import { textFilter } from '#domain/text/text-filter.ts';

/** What a row does, or why it does nothing. */
export type RowKind = WriteAction | 'undecided' | 'unchanged' | 'blocked';

export function kindOf({ action, state }: Pick<PlanRowView, 'action' | 'state'>): RowKind {
  switch (state) {
    case 'ready':
      return action;
    case 'conflict':
      return 'undecided';
    case 'gone':
      return 'blocked';
    default:
      return state;
  }
}

export const rowKinds: readonly RowKind[] = [
  'undecided',
  'create',
  'update',
  'delete',
  'unchanged',
  'blocked',
];

export class ReviewFilter {
  readonly #rows: () => readonly PlanRowView[];
  kind = $state<RowKind | 'all'>('all');
  text = $state('');

  readonly counts: Readonly<Record<RowKind, number>> = $derived.by(() => {
    const counts = { ...noRows };
    for (const row of this.#rows()) counts[kindOf(row)] += 1;
    return counts;
  });
  readonly #passes = $derived(textFilter(this.text));

  constructor(rows: () => readonly PlanRowView[]) {
    this.#rows = rows;
  }

  shows(row: PlanRowView): boolean {
    const { name, webhookId } = row;
    return (
      (this.kind === 'all' || this.kind === kindOf(row)) &&
      (this.#passes === null || this.#passes(name) || String(webhookId) === this.text.trim())
    );
  }
}

const noRows = { create: 0, update: 0, delete: 0, undecided: 0, unchanged: 0, blocked: 0 };
