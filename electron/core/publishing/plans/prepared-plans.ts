import type { PlanRow } from '#domain/publishing/plan.ts';

/** A plan that was compared with the installations, and may be begun. */
export interface PreparedPlan {
  readonly title: string;
  readonly at: Date;
  readonly rows: readonly PlanRow[];
}

/** What is known at most. One large undo takes the memory of many small plans. */
const most = { plans: 20, rows: 150_000 };

/** The latest prepared plans. The last one always stays, however many rows it has. */
export class PreparedPlans {
  readonly #plans = new Map<string, PreparedPlan>();
  #rows = 0;

  get(planId: string): PreparedPlan | undefined {
    return this.#plans.get(planId);
  }

  set(planId: string, plan: PreparedPlan): void {
    this.#plans.set(planId, plan);
    this.#rows += plan.rows.length;
    for (const [oldest, { rows }] of this.#plans) {
      const isTooMuch = this.#plans.size > most.plans || this.#rows > most.rows;
      if (!isTooMuch || oldest === planId) return;
      this.#plans.delete(oldest);
      this.#rows -= rows.length;
    }
  }
}
