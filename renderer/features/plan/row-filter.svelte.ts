import type { PlanRowView } from '#contract/plans.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import {
  groupOfOutcome,
  isOutcome,
  type RowGroup,
  rowGroups,
  type RowKind,
  rowKinds,
} from './row-kind.ts';

interface GroupedRow {
  readonly row: PlanRowView;
  readonly group: RowGroup;
  readonly kind: RowKind | null;
}
interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Which rows of a plan are shown, and the choices for it. */
export class RowFilter {
  readonly #rows: () => readonly GroupedRow[];
  readonly #isBroken: (row: PlanRowView) => boolean;
  /** `broken`: rows to send whose template has errors. */
  shows = $state<RowGroup | RowKind | 'broken' | 'all'>('all');
  text = $state('');

  readonly #counts = $derived.by(() => {
    const counts = new Map<RowGroup | RowKind, number>();
    for (const { group, kind } of this.#rows()) {
      counts.set(group, (counts.get(group) ?? 0) + 1);
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  });
  readonly groups: readonly Counted<RowGroup>[] = $derived(this.#offered(rowGroups));
  /** Omits an outcome whose group has no other rows: its filter would show the same. */
  readonly kinds: readonly Counted<RowKind>[] = $derived(
    this.#offered(rowKinds).filter(({ value, count }) => !this.#isWholeGroup(value, count)),
  );
  readonly isOff: boolean = $derived(this.shows === 'all' && this.text.trim() === '');
  readonly #textPasses = $derived(textFilter(this.text));

  constructor(rows: () => readonly GroupedRow[], isBroken: (row: PlanRowView) => boolean) {
    this.#rows = rows;
    this.#isBroken = isBroken;
  }

  passes({ row, group, kind }: GroupedRow): boolean {
    const { name, webhookId } = row;
    return (
      (this.shows === 'all' ||
        this.shows === group ||
        this.shows === kind ||
        (this.shows === 'broken' && this.#isBroken(row))) &&
      (this.#textPasses === null ||
        this.#textPasses(name) ||
        (webhookId !== null && String(webhookId) === this.text.trim()))
    );
  }

  /** `unchanged` is also a state before the run, in another group than its outcome. */
  #isWholeGroup(kind: RowKind, count: number): boolean {
    if (this.shows === kind || kind === 'unchanged' || !isOutcome(kind)) return false;
    return this.groups.some(
      ({ value, count: all }) => value === groupOfOutcome(kind) && all === count,
    );
  }

  /** The values that some row has, and the chosen one, so that it can be turned off. */
  #offered<Value extends RowGroup | RowKind>(values: readonly Value[]): Counted<Value>[] {
    return values
      .map((value) => ({ value, count: this.#counts.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === this.shows);
  }
}
