import type { RowKeys } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { stateOf } from '#domain/publishing/row-state.ts';
import type { PreparedPlan } from '../../preparing/prepared-plan.ts';
import { noSuchRow } from '../../problems.ts';

/** One large undo takes the memory of many small plans. Each plan on the thread has all webhooks. */
const most = { plans: 20, rows: 150_000, onThread: 3 };

/** The last plan stays, even above the row limit. */
export class PreparedPlans {
  readonly #plans = new Map<string, PreparedPlan>();

  get(planId: string): PreparedPlan | undefined {
    return this.#plans.get(planId);
  }

  async add(plan: PreparedPlan): Promise<void> {
    this.#plans.set(plan.id, plan);
    const isOnThread = plan.proposal.rows === null;
    const alike = [...this.#plans.values()].filter(
      ({ proposal }) => (proposal.rows === null) === isOnThread,
    );
    let rows = alike.reduce((sum, { size }) => sum + size, 0);
    let plans = alike.length;
    for (const oldest of alike) {
      const isTooMuch = isOnThread ? plans > most.onThread : plans > most.plans || rows > most.rows;
      if (!isTooMuch || oldest === plan) return;
      plans -= 1;
      rows -= oldest.size;
      await this.forget(oldest.id);
    }
  }

  async forget(planId: string): Promise<void> {
    const plan = this.#plans.get(planId);
    this.#plans.delete(planId);
    await plan?.forget();
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
