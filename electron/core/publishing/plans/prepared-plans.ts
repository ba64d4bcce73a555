import type { RowKeys, RowsEvent } from '#contract/plans.ts';
import type { PlanRow, RowAnswer } from '#domain/publishing/plan.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import { stateOf } from '#domain/publishing/row-state.ts';
import { noSuchRow } from '../../problems.ts';

export const rowsAtOnce = 200;

export interface PreparedPlan {
  /** Rows in the memory of the host. */
  readonly size: number;
  readonly readOnly: readonly ReadOnlyRows[];
  /** @param count `null` while rows are being chosen */
  titleFor(count: number | null): string;
  rows(): AsyncIterable<readonly PlanRow[]>;
  row(key: string): Promise<PlanRow | null>;
  /** Decides the rows anew, without reading the installation again. */
  answer(keys: readonly string[], answer: RowAnswer): AsyncGenerator<RowsEvent, void, void>;
}

/** One large undo takes the memory of many small plans. */
const most = { plans: 20, rows: 150_000 };

/** The last plan stays, even above the row limit. */
export class PreparedPlans<Plan extends PreparedPlan> {
  readonly #plans = new Map<string, Plan>();
  #rows = 0;

  get(planId: string): Plan | undefined {
    return this.#plans.get(planId);
  }

  set(planId: string, plan: Plan): void {
    this.#rows += plan.size;
    this.#plans.set(planId, plan);
    for (const oldest of this.#plans.keys()) {
      const isTooMuch = this.#plans.size > most.plans || this.#rows > most.rows;
      if (!isTooMuch || oldest === planId) return;
      this.remove(oldest);
    }
  }

  remove(planId: string): void {
    this.#rows -= this.#plans.get(planId)?.size ?? 0;
    this.#plans.delete(planId);
  }
}

export async function allRows(plan: PreparedPlan): Promise<PlanRow[]> {
  const all: PlanRow[] = [];
  for await (const part of plan.rows()) for (const row of part) all.push(row);
  return all;
}

/** In the order of the keys; with `except`, in the order of the plan. */
export async function chosenRows(plan: PreparedPlan, keys: RowKeys): Promise<PlanRow[]> {
  if ('except' in keys) {
    const excepted = new Set(keys.except);
    const rows = await allRows(plan);
    return rows.filter((row) => !excepted.has(row.key) && stateOf(row) === 'ready');
  }
  const wanted = new Set(keys);
  const byKey = new Map<string, PlanRow>();
  for await (const part of plan.rows()) {
    for (const row of part) if (wanted.has(row.key)) byKey.set(row.key, row);
  }
  return [...wanted].map((key) => {
    const row = byKey.get(key);
    if (row === undefined) throw noSuchRow();
    return row;
  });
}
