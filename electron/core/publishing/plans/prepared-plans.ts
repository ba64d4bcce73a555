import type { RowKeys } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { noSuchRow } from './plan-problems.ts';

export interface PreparedPlan {
  readonly title: string;
  readonly rows: readonly PlanRow[];
}

/** One large undo takes the memory of many small plans. */
const most = { plans: 20, rows: 150_000 };

/** The last plan stays, even above the row limit. */
export class PreparedPlans {
  readonly #plans = new Map<string, PreparedPlan>();
  #rows = 0;

  get(planId: string): PreparedPlan | undefined {
    return this.#plans.get(planId);
  }

  set(planId: string, plan: PreparedPlan): void {
    this.#rows += plan.rows.length - (this.#plans.get(planId)?.rows.length ?? 0);
    this.#plans.set(planId, plan);
    for (const [oldest, { rows }] of this.#plans) {
      const isTooMuch = this.#plans.size > most.plans || this.#rows > most.rows;
      if (!isTooMuch || oldest === planId) return;
      this.#plans.delete(oldest);
      this.#rows -= rows.length;
    }
  }
}

export function chosenRows(rows: readonly PlanRow[], keys: RowKeys): PlanRow[] {
  if ('except' in keys) {
    const excepted = new Set(keys.except);
    return rows.filter(({ key, state }) => state === 'ready' && !excepted.has(key));
  }
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return [...new Set(keys)].map((key) => {
    const row = byKey.get(key);
    if (row === undefined) throw noSuchRow();
    return row;
  });
}
