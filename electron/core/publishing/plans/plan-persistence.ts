import { ProblemError } from '#domain/problem.ts';
import { PersistentQueue } from '../../persistence/persistent-queue.ts';
import type { Ports } from '../../ports.ts';
import type { StoredPlan } from '../../store-ports.ts';

/** The stored plans, with those whose write is still waiting. */
export class PlanPersistence {
  readonly #ports: Ports;
  readonly #queue: PersistentQueue<StoredPlan>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#queue = new PersistentQueue(ports, {
      keyOf: ({ id }) => id,
      write: async (changed, sealer) => {
        for (const plan of changed) await ports.plans.write(plan, sealer);
      },
    });
  }

  /** Resolves when the plan is on disk: nothing may be sent before. */
  async begin(plan: StoredPlan): Promise<void> {
    try {
      await this.#queue.write([plan]);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      const message = `Nothing was sent, because the plan could not be saved. ${problem.message}`;
      throw new ProblemError({ ...problem, message });
    }
  }

  /** A disk failure does not reject, because the journal has the outcomes. */
  async end(plan: StoredPlan): Promise<void> {
    this.#queue.put(plan);
    await this.#queue.flush();
  }

  async all(): Promise<StoredPlan[]> {
    const { plans } = this.#ports;
    const stored = this.#queue.isInMemory ? [] : await plans.all(await this.#queue.sealer());
    const byId = new Map(stored.map((plan) => [plan.id, plan]));
    for (const plan of this.#queue.pending.values()) byId.set(plan.id, plan);
    return [...byId.values()];
  }

  async find(planId: string): Promise<StoredPlan | undefined> {
    return (await this.all()).find(({ id }) => id === planId);
  }

  /** Works with a locked vault: removing needs no key. */
  async remove(planId: string): Promise<void> {
    this.#queue.drop(planId);
    if (!this.#queue.isInMemory) await this.#ports.plans.remove(planId);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
