import type { PlanRowView } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type {
  Decided,
  Deciding,
  PartOfRows,
  PlanAnswers,
  RowHolder,
  TargetInstallation,
} from '../plan-ports.ts';
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

  async decide(planId: string, of: Deciding, answers: PlanAnswers): Promise<Decided[] | null> {
    return (await this.#plans.get(planId)?.decide(of, answers)) ?? null;
  }

  changed(planId: string, part: PartOfRows): Promise<PlanRowView[]> {
    return Promise.resolve(this.#plans.get(planId)?.changed(part) ?? []);
  }

  planRows(planId: string, part: PartOfRows): Promise<PlanRow[]> {
    return Promise.resolve(this.#plans.get(planId)?.rows(part) ?? []);
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
