import { type Problem, ProblemError } from '#domain/problem.ts';
import type { PlanStore, StoredPlan } from '#core/store-ports.ts';

/** Plans in memory instead of on disk. Fails with `problem` while it is set. */
export class FakePlanStore implements PlanStore {
  readonly held = new Map<string, StoredPlan>();
  problem: Problem | null = null;

  async all(): Promise<readonly StoredPlan[]> {
    await this.#use();
    return [...this.held.values()];
  }
  async write(plan: StoredPlan): Promise<void> {
    await this.#use();
    this.held.set(plan.id, plan);
  }
  async remove(planId: string): Promise<void> {
    await this.#use();
    this.held.delete(planId);
  }

  #use(): Promise<void> {
    return this.problem === null
      ? Promise.resolve()
      : Promise.reject(new ProblemError(this.problem));
  }
}
