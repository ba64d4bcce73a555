import type { PlanState } from '#contract/plans.ts';
import type { RemovalPreview } from '#contract/connections.ts';
import type { Problem } from '#domain/problem.ts';
import type { PlanApi } from '../plan/plan-run.svelte.ts';
import { problemOf } from '../../shared/problem.ts';

type RunningPlan = RemovalPreview['runningPlans'][number];

/** Milliseconds until the dialog says that stopping takes long. */
const timeLimit = 60_000;

/** A plan that blocks the removal of an installation. */
export interface AwaitedPlan extends RunningPlan {
  /** Rows with a result; `null` before the first report. */
  readonly far: { readonly done: number; readonly total: number } | null;
  readonly stopping: boolean;
  readonly isSlow: boolean;
}

export class PlansToWaitFor {
  readonly #api: Pick<PlanApi, 'watch' | 'cancel'>;
  readonly #onEnd: () => void;
  readonly #end = new AbortController();
  running = $state.raw<readonly AwaitedPlan[]>([]);
  problem = $state.raw<Problem | null>(null);

  constructor(api: Pick<PlanApi, 'watch' | 'cancel'>, onEnd: () => void) {
    this.#api = api;
    this.#onEnd = onEnd;
  }

  follow(plans: readonly RunningPlan[]): void {
    for (const plan of plans) {
      if (!this.running.some(({ planId }) => planId === plan.planId)) void this.#follow(plan);
    }
  }

  /** Starts no further rows; the plan ends after the pending results. */
  async stop(planId: string): Promise<void> {
    this.#change(planId, { stopping: true });
    setTimeout(() => {
      this.#change(planId, { isSlow: true });
    }, timeLimit);
    try {
      await this.#api.cancel({ planId });
    } catch (error) {
      this.problem = problemOf(error);
      this.#change(planId, { stopping: false });
    }
  }

  leave(): void {
    this.#end.abort();
  }

  async #follow(plan: RunningPlan): Promise<void> {
    const { planId } = plan;
    const { signal } = this.#end;
    this.running = [...this.running, { ...plan, far: null, stopping: false, isSlow: false }];
    try {
      for await (const event of await this.#api.watch({ planId }, { signal })) {
        if (event.kind === 'state') this.#change(planId, { far: farOf(event.planState) });
      }
    } catch (error) {
      if (signal.aborted) return;
      this.problem = problemOf(error);
    }
    this.running = this.running.filter((each) => each.planId !== planId);
    if (!signal.aborted) this.#onEnd();
  }

  #change(planId: string, change: Partial<AwaitedPlan>): void {
    this.running = this.running.map((each) =>
      each.planId === planId ? { ...each, ...change } : each,
    );
  }
}

function farOf({ counts, total }: PlanState): { done: number; total: number } {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, total };
}
