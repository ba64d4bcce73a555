import { ProblemError } from '#domain/problem.ts';
import { PersistentQueue, type QueueNeeds } from '../../persistence/persistent-queue.ts';
import type { Ports } from '../../ports.ts';
import type { StoredPlan } from '../../store-ports.ts';

type Needs = QueueNeeds & Pick<Ports, 'plans'>;

/** Plans that were begun, on disk; in memory where everything is. */
export class PlanPersistence {
  readonly #needs: Needs;
  readonly #queue: PersistentQueue<StoredPlan>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#queue = new PersistentQueue(needs, {
      keyOf: ({ id }) => id,
      write: async (changed, sealer) => {
        for (const plan of changed) await needs.plans.write(plan, sealer);
      },
    });
  }

  /**
   * A plan that is about to begin, on disk when it resolves.
   *
   * @throws ProblemError that says that nothing was sent
   */
  async begin(plan: StoredPlan): Promise<void> {
    try {
      await this.#queue.write([plan]);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      const message = `Nothing was sent, because the plan could not be kept first. ${problem.message}`;
      throw new ProblemError({ ...problem, message });
    }
  }

  /** A plan as it ended. Where the disk refuses it, it waits: the journal has the outcomes all the same. */
  async end(plan: StoredPlan): Promise<void> {
    this.#queue.put(plan);
    await this.#queue.flush();
  }

  async all(): Promise<StoredPlan[]> {
    const { plans } = this.#needs;
    const stored = this.#queue.isInMemory ? [] : await plans.all(await this.#queue.sealer());
    const all = new Map(stored.map((plan) => [plan.id, plan]));
    for (const plan of this.#queue.pending.values()) all.set(plan.id, plan);
    return [...all.values()];
  }

  /** Removing needs no key, so a locked vault is no hindrance. */
  async remove(planId: string): Promise<void> {
    this.#queue.drop(planId);
    if (!this.#queue.isInMemory) await this.#needs.plans.remove(planId);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
