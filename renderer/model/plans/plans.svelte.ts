import type { PlanSource, PlanStanding } from '#contract/plans.ts';
import { type InstallationOrder, Plan, type PlanDrafts } from './plan.svelte.ts';
import type { PlanRoom } from './plan-room.ts';

/** The plans of this window, and those that were left undone before. */
export class Plans {
  readonly #room: PlanRoom;
  readonly #drafts: PlanDrafts;
  readonly #onOver: (plan: Plan) => void;
  readonly #order: InstallationOrder;
  /** Plans that this window follows, the newest last. */
  #followed = $state.raw<readonly Plan[]>([]);
  /** The one on the screen of plans. */
  current = $state.raw<Plan | null>(null);
  #unfinished = $state.raw<readonly PlanStanding[]>([]);

  readonly running = $derived(this.#followed.filter((plan) => plan.phase === 'running'));
  /** Plans that ended before all of it was done, and that nobody looks after now. */
  readonly interrupted = $derived(
    this.#unfinished.filter(({ planId }) => !this.running.some((plan) => plan.planId === planId)),
  );

  /** @param onOver is told of a plan that is over: what it was about may be read anew */
  constructor(
    room: PlanRoom,
    drafts: PlanDrafts,
    onOver: (plan: Plan) => void,
    order: InstallationOrder = () => [],
  ) {
    this.#order = order;
    this.#room = room;
    this.#drafts = drafts;
    this.#onOver = onOver;
  }

  /** Finds out which plans were left undone; one that the host still carries out is followed. */
  async look(): Promise<void> {
    try {
      this.#unfinished = await this.#room.unfinished();
    } catch {
      // While the vault is locked nobody knows; it is asked again once it is open.
      return;
    }
    for (const standing of this.#unfinished) {
      if (standing.status === 'running' && this.#find(standing.planId) === undefined) {
        void this.#see(standing);
      }
    }
  }

  /** Has a plan made, and puts it on the screen. */
  prepare(source: PlanSource): Plan {
    // The plan on the screen gives way, for example to its own undo.
    this.close();
    const plan = new Plan(this.#room, this.#drafts, source, this.#order);
    this.#add(plan);
    this.current = plan;
    void plan.prepare();
    return plan;
  }

  /** Carries out what is ticked. Goes on without anybody looking. */
  async run(plan: Plan): Promise<void> {
    await plan.run();
    if (plan.phase === 'over') await this.#over(plan);
  }

  async resume(plan: Plan): Promise<void> {
    await plan.resume();
    await this.#over(plan);
  }

  /** Puts a plan on the screen that was left undone. */
  show(standing: PlanStanding): { plan: Plan; known: Promise<void> } {
    const plan = this.#find(standing.planId);
    if (plan !== undefined) {
      this.current = plan;
      return { plan, known: Promise.resolve() };
    }
    const seen = this.#see(standing);
    this.current = seen.plan;
    return seen;
  }

  async resumeUndone(standing: PlanStanding): Promise<void> {
    const { plan, known } = this.show(standing);
    await known;
    await this.resume(plan);
  }

  /** Gives up what is left of a plan. What was done stays in the journal. */
  async dismiss(planId: string): Promise<void> {
    await this.#room.dismiss({ planId });
    this.#unfinished = this.#unfinished.filter((each) => each.planId !== planId);
    const plan = this.#find(planId);
    if (plan?.standing) plan.standing = { ...plan.standing, left: 0 };
  }

  /** Takes the plan from the screen; one that runs goes on. */
  close(): void {
    const plan = this.current;
    this.current = null;
    if (plan === null || plan.phase === 'running') return;
    plan.stop();
    this.#followed = this.#followed.filter((each) => each !== plan);
  }

  #find(planId: string): Plan | undefined {
    return this.#followed.find((plan) => plan.planId === planId);
  }

  #see(standing: PlanStanding): { plan: Plan; known: Promise<void> } {
    const plan = new Plan(this.#room, this.#drafts, null, this.#order);
    this.#add(plan);
    const known = plan.follow(standing);
    if (standing.status === 'running') void known.then(() => this.#over(plan));
    return { plan, known };
  }

  #add(plan: Plan): void {
    this.#followed = [...this.#followed, plan];
  }

  async #over(plan: Plan): Promise<void> {
    this.#onOver(plan);
    await this.look();
  }
}
