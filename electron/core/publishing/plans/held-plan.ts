import type { RowsEvent } from '#contract/plans.ts';
import { rowView } from '#contract/row-view.ts';
import { decide, type ProposedItem, withAnswer } from '#domain/publishing/decide-row.ts';
import type { InstallationList } from '#domain/publishing/installation-list.ts';
import type { PlanRow, RowAnswer, RowAnswers } from '#domain/publishing/plan.ts';
import { type ReadOnlyRows, readOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { Ports } from '../../ports.ts';
import type { ReplacedValue } from '../../store-ports.ts';
import { rowsAtOnce } from './prepared-plans.ts';

export interface Compared {
  readonly item: ProposedItem;
  readonly row: PlanRow;
  /** What the list said about the item; `null` when it was not read. */
  readonly list: InstallationList | null;
}

export class HeldPlan {
  readonly #clock: Ports['clock'];
  readonly #title: string;
  readonly rotates: ReplacedValue | null;
  #compared: ReadonlyMap<string, Compared>;

  constructor(
    clock: Ports['clock'],
    { title, rotates = null }: { readonly title: string; readonly rotates?: ReplacedValue | null },
    compared: readonly Compared[],
  ) {
    this.#clock = clock;
    this.#title = title;
    this.rotates = rotates;
    this.#compared = new Map(compared.map((each) => [each.row.key, each]));
  }

  get size(): number {
    return this.#compared.size;
  }

  get readOnly(): ReadOnlyRows[] {
    return readOnlyRows([...this.#compared.values()].map(({ row }) => row));
  }

  titleFor(): string {
    return this.#title;
  }

  /** Without the answers to conflicts: they apply to what the person saw. */
  answersTo(key: string): RowAnswers {
    return withAnswer(this.#compared.get(key)?.row.answers ?? {}, { conflict: null });
  }

  async *rows(): AsyncGenerator<readonly PlanRow[], void, void> {
    const all = [...this.#compared.values()];
    for (let from = 0; from < all.length; from += rowsAtOnce) {
      yield all.slice(from, from + rowsAtOnce).map(({ row }) => row);
      await this.#clock.yieldToEventLoop();
    }
  }

  row(key: string): Promise<PlanRow | null> {
    return Promise.resolve(this.#compared.get(key)?.row ?? null);
  }

  async *answer(keys: readonly string[], answer: RowAnswer): AsyncGenerator<RowsEvent, void, void> {
    const next = new Map(this.#compared);
    for (const key of keys) {
      const known = next.get(key);
      if (known === undefined || known.list === null) continue;
      const { item, list, row } = known;
      next.set(key, { item, list, row: decide(item, list, withAnswer(row.answers, answer)) });
    }
    this.#compared = next;
    for (let from = 0; from < keys.length; from += rowsAtOnce) {
      const part = keys.slice(from, from + rowsAtOnce);
      yield { kind: 'rows', rows: part.flatMap((key) => next.get(key)?.row ?? []).map(rowView) };
      await this.#clock.yieldToEventLoop();
    }
    yield { kind: 'end', gone: [] };
  }
}
