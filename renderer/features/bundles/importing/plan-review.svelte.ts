import type { BoundSecret } from '#contract/bundle-import.ts';
import type { BundleSource, PlanRowView, PrepareEvent, RowsEvent } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { Alternative, RowAnswer } from '#domain/publishing/plan.ts';
import type { Plan } from '../../plan/plan.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';
import type { PlanApi } from '../../plan/plan-api.ts';
import { type PlanSecret, usedSecrets, wantedSecrets } from './plan-secrets.ts';
import { ReviewFilter } from './review-filter.svelte.ts';
import { RowTicks } from './row-ticks.svelte.ts';

export type InstallationOrder = () => readonly string[];

type Progress = Omit<Extract<PrepareEvent, { kind: 'installation' }>, 'kind'>;
type Replan = (plan: { planId: string }) => Promise<AsyncIterable<RowsEvent>>;

export const canBeTicked = ({ state }: Pick<PlanRowView, 'state'>): boolean => state === 'ready';

const united = (known: readonly Alternative[], news: readonly Alternative[]): Alternative[] => [
  ...new Map([...known, ...news].map((each) => [each.webhookId, each])).values(),
];

/** Shows what a file would change on installations. Sends nothing to them. */
export class PlanReview {
  readonly #api: PlanApi;
  readonly source: BundleSource;
  readonly #order: InstallationOrder;
  #preparing: AbortController | null = null;
  #planId = $state.raw<string | null>(null);
  /** The plan whose answers and secrets a new `prepare` takes over. */
  #earlier: string | null = null;
  #rows = $state.raw<ReadonlyMap<string, readonly PlanRowView[]>>(new Map());
  #alternatives = $state.raw<ReadonlyMap<string, readonly Alternative[]>>(new Map());

  phase = $state<'preparing' | 'failed' | 'ready'>('preparing');
  progress = $state.raw<ReadonlyMap<string, Progress>>(new Map());
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  shownKey = $state<string | null>(null);
  shownInstallation = $state<string | null>(null);
  handedOver = $state.raw<Plan | null>(null);

  readonly ticks = new RowTicks<PlanRowView>(({ selected }) => selected);
  readonly rows: readonly PlanRowView[] = $derived([...this.#rows.values()].flat());
  readonly filter: ReviewFilter = new ReviewFilter(() => this.rows);
  readonly tickable = $derived(this.rows.filter(canBeTicked));
  readonly chosen = $derived(this.tickable.filter((row) => this.ticks.has(row)));
  readonly shown = $derived(this.rows.find(({ key }) => key === this.shownKey) ?? null);
  readonly wanted: readonly PlanSecret[] = $derived(wantedSecrets(this.rows));
  readonly used: readonly PlanSecret[] = $derived(usedSecrets(this.rows));
  /** Whether the last plan has run, so that the installations have changed since. */
  readonly isStale = $derived(this.handedOver?.phase === 'over');

  /** @param earlier a review of the same file, whose answers and secrets apply here too */
  constructor(
    api: PlanApi,
    source: BundleSource,
    order: InstallationOrder,
    earlier: PlanReview | null = null,
  ) {
    this.#api = api;
    if (earlier !== null) {
      this.#earlier = earlier.#planId ?? earlier.#earlier;
      this.handedOver = earlier.handedOver;
    }
    this.source = source;
    this.#order = order;
  }

  get planId(): string | null {
    return this.#planId;
  }

  get connectionIds(): readonly string[] {
    return this.#inOrder(this.source.connectionIds);
  }

  rowsOf(connectionId: string): readonly PlanRowView[] {
    return this.#rows.get(connectionId) ?? [];
  }

  alternativesOf({ key }: PlanRowView): readonly Alternative[] {
    return this.#alternatives.get(key) ?? [];
  }

  /** Answers, secrets and ticks stay. */
  async prepare(): Promise<void> {
    this.#preparing?.abort();
    const preparing = new AbortController();
    this.#preparing = preparing;
    const { signal } = preparing;
    const earlier = this.#planId ?? this.#earlier;
    this.phase = 'preparing';
    this.problem = null;
    this.progress = new Map();
    const rows = new Map<string, PlanRowView[]>();
    try {
      const source = earlier === null ? this.source : { ...this.source, earlier };
      for await (const event of await this.#api.prepare(source, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'installation') {
          this.progress = new Map(this.progress).set(event.connectionId, event);
        } else if (event.kind === 'rows') {
          for (const row of event.rows) {
            const its = rows.get(row.connectionId);
            if (its === undefined) rows.set(row.connectionId, [row]);
            else its.push(row);
          }
        } else if (event.kind === 'end') {
          this.#forget(earlier);
          this.handedOver = null;
          this.#earlier = null;
          this.#planId = event.planId;
        }
      }
      this.#rows = new Map(
        this.connectionIds.flatMap((id) => {
          const its = rows.get(id);
          return its === undefined ? [] : [[id, its]];
        }),
      );
      this.#noteAlternatives(this.rows);
      if (this.shown === null) this.shownKey = this.rows[0]?.key ?? null;
      this.phase = 'ready';
    } catch (error) {
      if (this.#preparing !== preparing || signal.aborted) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    }
  }

  async answer(rows: readonly PlanRowView[], answer: RowAnswer): Promise<void> {
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) await this.#replan((plan) => this.#api.answer({ ...plan, keys, answer }));
  }

  async takeBack(row: PlanRowView): Promise<void> {
    await this.answer([row], { pairWith: null, method: null, payloadType: null });
  }

  async giveSecret(
    connectionId: string,
    { name, destination }: BoundSecret,
    value: string,
    remember: boolean,
  ): Promise<boolean> {
    const bound = { connectionId, name, destination };
    return this.#replan((plan) => this.#api.giveSecret({ ...plan, ...bound, value, remember }));
  }

  /** Withdraws a given or remembered value for this plan only. */
  async withdrawSecret(connectionId: string, { name, destination }: BoundSecret): Promise<void> {
    const bound = { connectionId, name, destination };
    await this.#replan((plan) => this.#api.withdrawSecret({ ...plan, ...bound }));
  }

  /** The plan stays for a review that takes over its answers. */
  stop(): void {
    this.#preparing?.abort();
  }

  end(): void {
    this.stop();
    this.#forget(this.#planId);
    this.#forget(this.#earlier);
    this.#planId = null;
    this.#earlier = null;
  }

  /** The host drops a plan that the plan pane still shows once newer ones come. */
  #forget(planId: string | null): void {
    const isShown = this.handedOver !== null && this.handedOver.phase !== 'over';
    if (planId !== null && !isShown) void this.#api.forget({ planId }).catch(() => undefined);
  }

  async #replan(ask: Replan): Promise<boolean> {
    const planId = this.#planId;
    if (planId === null) return false;
    this.busy = true;
    this.problem = null;
    try {
      const news: PlanRowView[] = [];
      let gone: readonly string[] = [];
      for await (const event of await ask({ planId })) {
        if (event.kind === 'rows') news.push(...event.rows);
        else ({ gone } = event);
      }
      if (planId === this.#planId) this.#put(news, gone);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #put(news: readonly PlanRowView[], gone: readonly string[]): void {
    const byKey = new Map(news.map((row) => [row.key, row]));
    const left = new Set(gone);
    const concerned = new Set(news.map(({ connectionId }) => connectionId));
    this.#rows = new Map(
      [...this.#rows].map(([connectionId, rows]) => {
        if (!concerned.has(connectionId) && left.size === 0) return [connectionId, rows];
        const known = new Set(rows.map(({ key }) => key));
        const its = rows
          .filter(({ key }) => !left.has(key))
          .map((row) => byKey.get(row.key) ?? row);
        // Only removals can be new; they come last.
        const fresh = news.filter(
          (row) => row.connectionId === connectionId && !known.has(row.key),
        );
        return [connectionId, [...its, ...fresh]];
      }),
    );
    // A row that only now can be ticked starts with the tick that the core proposes.
    this.ticks.forget([...gone, ...news.filter((row) => !canBeTicked(row)).map(({ key }) => key)]);
    this.#noteAlternatives(news);
  }

  #noteAlternatives(rows: readonly PlanRowView[]): void {
    const all = new Map(this.#alternatives);
    for (const { key, alternatives } of rows) {
      if (alternatives.length === 0) continue;
      const known = all.get(key);
      all.set(key, known === undefined ? alternatives : united(known, alternatives));
    }
    this.#alternatives = all;
  }

  #inOrder(ids: readonly string[]): string[] {
    const order = this.#order();
    const rank = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
    return ids.toSorted((a, b) => rank(a) - rank(b));
  }
}
