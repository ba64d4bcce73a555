import { createContext } from 'svelte';
import type { PlanSource, PlanState, SourceOf } from '#contract/plans.ts';
import type { Pauses } from '../../shared/pauses/pauses.svelte.ts';
import { Plan, type PlanDrafts, type PlanOrigin } from './plan.svelte.ts';
import type { PlanApi } from './plan-run.svelte.ts';
import type { InstallationOrder } from './plan-rows.svelte.ts';

export class Plans {
  readonly #api: PlanApi;
  readonly #drafts: PlanDrafts;
  readonly #pauses: Pick<Pauses, 'isEndedBy'>;
  readonly #onOver: (plan: Plan) => void;
  readonly #order: InstallationOrder;
  #followed = $state.raw<readonly Plan[]>([]);
  current = $state.raw<Plan | null>(null);
  unfinished = $state.raw<readonly PlanState[]>([]);

  readonly running = $derived(this.#followed.filter((plan) => plan.phase === 'running'));
  readonly interrupted = $derived(
    this.unfinished.filter(({ planId }) => !this.running.some((plan) => plan.planId === planId)),
  );

  /** @param onOver runs after a plan ends, to read its installations again */
  constructor(
    api: PlanApi,
    drafts: PlanDrafts,
    pauses: Pick<Pauses, 'isEndedBy'>,
    onOver: (plan: Plan) => void,
    order: InstallationOrder = () => [],
  ) {
    this.#order = order;
    this.#api = api;
    this.#drafts = drafts;
    this.#pauses = pauses;
    this.#onOver = onOver;
  }

  async loadUnfinished(): Promise<void> {
    try {
      this.unfinished = await this.#api.unfinished();
    } catch {
      // The list is unreadable while the vault is locked; it is loaded again after the unlock.
      return;
    }
    for (const planState of this.unfinished) {
      if (planState.status === 'running' && this.#find(planState.planId) === undefined) {
        void this.#see(planState);
      }
    }
  }

  prepare(source: PlanSource, of: Omit<PlanOrigin, 'source' | 'order'> = {}): Plan {
    const plan = this.#create(source, of);
    this.reopen(plan);
    void plan.prepare();
    return plan;
  }

  /**
   * Runs the plan of the undo, without showing it, if it only restores the version before an update.
   * @returns the entry of the undo; `null` if the plan needs the person
   */
  async undo(entryId: string): Promise<{ plan: Plan; undoneBy: string | null }> {
    const plan = this.#create({ kind: 'undo', entryIds: [entryId] }, {});
    this.#followed = [...this.#followed, plan];
    await plan.prepare();
    if (this.#isPlainUndo(plan)) await this.run(plan);
    const [result] = plan.run.results.values();
    const undoneBy = result?.outcome === 'done' ? result.entryId : null;
    if (undoneBy !== null) this.#stopFollowing(plan);
    return { plan, undoneBy };
  }

  /** Shows the plan, and runs it if no webhook needs the person. */
  async resumePauses(source: SourceOf<'resume'>): Promise<void> {
    const plan = this.#create(source, {});
    plan.options = { ...plan.options, onFailure: 'go-on' };
    this.reopen(plan);
    await plan.prepare();
    const { all, chosen } = plan.rows;
    const isPlain = all.every(({ state }) => state === 'ready' || state === 'unchanged');
    if (this.current === plan && plan.phase === 'prepared' && isPlain && chosen.length > 0)
      await this.run(plan);
  }

  #create(source: PlanSource, of: Omit<PlanOrigin, 'source' | 'order'>): Plan {
    return new Plan(this.#api, this.#drafts, { ...of, source, order: this.#order });
  }

  reopen(plan: Plan): void {
    // The plan on screen closes, for example in favour of its own undo.
    if (this.current !== plan) this.close();
    if (!this.#followed.includes(plan)) this.#followed = [...this.#followed, plan];
    this.current = plan;
  }

  async run(plan: Plan, first: string | null = null): Promise<void> {
    await plan.start(first);
    if (plan.phase === 'over') await this.#over(plan);
  }

  async resume(plan: Plan, first: string | null = null): Promise<void> {
    await plan.resume(first);
    await this.#over(plan);
  }

  show(planState: PlanState): { plan: Plan; known: Promise<void> } {
    const plan = this.#find(planState.planId);
    const shown = plan === undefined ? this.#see(planState) : { plan, known: Promise.resolve() };
    this.current = shown.plan;
    return shown;
  }

  /** The journal keeps what was done. */
  async dismiss(planId: string): Promise<void> {
    await this.#api.dismiss({ planId });
    this.unfinished = this.unfinished.filter((each) => each.planId !== planId);
    const plan = this.#find(planId);
    if (plan?.run.state) plan.run.state = { ...plan.run.state, left: 0 };
  }

  /** A running plan continues. */
  close(): void {
    const plan = this.current;
    this.current = null;
    if (plan !== null && plan.phase !== 'running') this.#stopFollowing(plan);
  }

  /** A delete, an update that keeps later changes, and the end of a pause wait for the user. */
  #isPlainUndo({ phase, rows, outdated }: Plan): boolean {
    const [row, ...others] = rows.chosen;
    if (phase !== 'prepared' || row === undefined || others.length > 0) return false;
    const isPlain = row.state === 'ready' && row.issues.length === 0 && row.reasons.length <= 1;
    const isUpdate = row.action === 'update' && !this.#pauses.isEndedBy(row);
    return rows.all.length === 1 && outdated.length === 0 && isUpdate && isPlain;
  }

  #stopFollowing(plan: Plan): void {
    plan.stop();
    this.#followed = this.#followed.filter((each) => each !== plan);
  }

  #find(planId: string): Plan | undefined {
    return this.#followed.find((plan) => plan.planId === planId);
  }

  #see(planState: PlanState): { plan: Plan; known: Promise<void> } {
    const plan = new Plan(this.#api, this.#drafts, { source: null, order: this.#order });
    this.#followed = [...this.#followed, plan];
    const known = plan.follow(planState);
    if (planState.status === 'running') void known.then(() => this.#over(plan));
    return { plan, known };
  }

  async #over(plan: Plan): Promise<void> {
    this.#onOver(plan);
    await this.loadUnfinished();
  }
}

export const [getPlans, setPlans] = createContext<Plans>();
