import { ProblemError } from '#domain/problem.ts';
import { inMemory } from '../../journal/standing.ts';
import type { Ports } from '../../ports.ts';
import { openSealer } from '../../sealed-data.ts';
import type { StoredPlan } from '../../store-ports.ts';

type Needs = Pick<Ports, 'vault' | 'drafts' | 'plans'>;

/**
 * Plans that were begun, on disk; in memory mode, where nothing is kept, in memory. What the disk would
 * not take at a plan's end stays in memory and goes before what the disk has: the journal knows the
 * outcomes all the same.
 */
export class PlanPersistence {
  readonly #needs: Needs;
  readonly #inMemory = new Map<string, StoredPlan>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * A plan that is about to begin, on disk when it resolves.
   *
   * @throws ProblemError that says that nothing was sent
   */
  async begin(plan: StoredPlan): Promise<void> {
    try {
      await this.#write(plan);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      const message = `Nothing was sent, because the plan could not be kept first. ${problem.message}`;
      throw new ProblemError({ ...problem, message });
    }
  }

  /** A plan as it ended. */
  async end(plan: StoredPlan): Promise<void> {
    try {
      await this.#write(plan);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#inMemory.set(plan.id, plan);
    }
  }

  async all(): Promise<StoredPlan[]> {
    const { vault, drafts, plans } = this.#needs;
    const memory = inMemory(vault.state(), drafts.refusal) !== null;
    const stored = memory ? [] : await plans.all(await openSealer(this.#needs));
    const all = new Map(stored.map((plan) => [plan.id, plan]));
    for (const plan of this.#inMemory.values()) all.set(plan.id, plan);
    return [...all.values()];
  }

  async remove(planId: string): Promise<void> {
    this.#inMemory.delete(planId);
    const { vault, drafts, plans } = this.#needs;
    if (inMemory(vault.state(), drafts.refusal) === null) await plans.remove(planId);
  }

  async #write(plan: StoredPlan): Promise<void> {
    const { vault, drafts, plans } = this.#needs;
    if (inMemory(vault.state(), drafts.refusal) !== null) {
      this.#inMemory.set(plan.id, plan);
      return;
    }
    await plans.write(plan, await openSealer(this.#needs));
    this.#inMemory.delete(plan.id);
  }
}
