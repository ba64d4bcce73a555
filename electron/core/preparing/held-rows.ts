import type { PlanRowView } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Decided, PlanAnswers, RowHolder, TargetInstallation } from '../plan-ports.ts';
import { PlanRows, type RowSource } from './plan-rows.ts';

/** The rows of several plans. */
export class HeldRows implements RowHolder {
  readonly #plans = new Map<string, PlanRows>();
  readonly #pause: () => Promise<void>;

  /** @param pause lets other work run between parts of a plan */
  constructor(pause: () => Promise<void> = () => Promise.resolve()) {
    this.#pause = pause;
  }

  get isEmpty(): boolean {
    return this.#plans.size === 0;
  }

  hold(planId: string, source: RowSource): void {
    this.#plans.set(planId, new PlanRows(source, this.#pause));
  }

  addTarget(planId: string, target: TargetInstallation): Promise<void> {
    this.#plans.get(planId)?.addTarget(target);
    return Promise.resolve();
  }

  addLive(planId: string, connectionId: string, webhooks: readonly ListedWebhook[]): Promise<void> {
    this.#plans.get(planId)?.addLive(connectionId, webhooks);
    return Promise.resolve();
  }

  async decide(
    planId: string,
    connectionId: string,
    answers: PlanAnswers,
  ): Promise<Decided | null> {
    return (await this.#plans.get(planId)?.decide(connectionId, answers)) ?? null;
  }

  async decideAgain(
    planId: string,
    keys: readonly string[],
    answers: PlanAnswers,
  ): Promise<readonly Decided[] | null> {
    return (await this.#plans.get(planId)?.decideAgain(keys, answers)) ?? null;
  }

  changed(
    planId: string,
    connectionId: string,
    from: number,
    count: number,
  ): Promise<readonly PlanRowView[]> {
    return Promise.resolve(this.#plans.get(planId)?.changed(connectionId, from, count) ?? []);
  }

  planRows(
    planId: string,
    connectionId: string,
    from: number,
    count: number,
  ): Promise<readonly PlanRow[]> {
    return Promise.resolve(this.#plans.get(planId)?.rows(connectionId, from, count) ?? []);
  }

  planRow(planId: string, key: string): Promise<PlanRow | null> {
    return Promise.resolve(this.#plans.get(planId)?.row(key) ?? null);
  }

  forgetPlan(planId: string): Promise<void> {
    this.#plans.get(planId)?.forget();
    this.#plans.delete(planId);
    return Promise.resolve();
  }
}
