import type { PlanRowView } from '#contract/plans.ts';
import { textFilter } from '#domain/text/text-filter.ts';
import {
  groupOfOutcome,
  isOutcome,
  type RowGroup,
  rowGroups,
  type RowKind,
  rowKinds,
} from './row-kind.ts';

interface Sorted {
  readonly row: PlanRowView;
  readonly group: RowGroup;
  readonly kind: RowKind | null;
}
interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Which rows of a plan are shown. */
export class RowFilter {
  readonly #rows: () => readonly Sorted[];
  shows = $state<RowGroup | RowKind | 'all'>('all');
  text = $state('');

  readonly #counts = $derived.by(() => {
    const counts = new Map<RowGroup | RowKind, number>();
    for (const { group, kind } of this.#rows()) {
      counts.set(group, (counts.get(group) ?? 0) + 1);
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  });
  readonly groups: readonly Counted<RowGroup>[] = $derived(this.#present(rowGroups));
  /** Omits an outcome that is all of its group. */
  readonly kinds: readonly Counted<RowKind>[] = $derived(
    this.#present(rowKinds).filter(({ value, count }) => !this.#isWholeGroup(value, count)),
  );
  readonly isOff: boolean = $derived(this.shows === 'all' && this.text.trim() === '');
  readonly #passes = $derived(textFilter(this.text));

  constructor(rows: () => readonly Sorted[]) {
    this.#rows = rows;
  }

  passes({ row, group, kind }: Sorted): boolean {
    const { name, webhookId } = row;
    return (
      (this.shows === 'all' || this.shows === group || this.shows === kind) &&
      (this.#passes === null || this.#passes(name) || String(webhookId) === this.text.trim())
    );
  }

  #isWholeGroup(kind: RowKind, count: number): boolean {
    if (this.shows === kind || kind === 'unchanged' || !isOutcome(kind)) return false;
    return this.groups.some(
      ({ value, count: all }) => value === groupOfOutcome(kind) && all === count,
    );
  }

  #present<Value extends RowGroup | RowKind>(values: readonly Value[]): Counted<Value>[] {
    return values
      .map((value) => ({ value, count: this.#counts.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === this.shows);
  }
}
