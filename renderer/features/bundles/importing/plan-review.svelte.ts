import type {
  BoundSecret,
  BundlePlanRowView,
  PreparePlanEvent,
  ReplanEvent,
} from '#contract/bundle-import.ts';
import type { PlanSource } from '#contract/plans.ts';
import type { Alternative, BundleRowKind, Decision } from '#domain/bundle/plan/bundle-plan.ts';
import type { Problem } from '#domain/problem.ts';
import type { Plan } from '../../plan/plan.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';
import type { ImportApi } from './import-api.ts';
import { type PlanSecret, usedSecrets, wantedSecrets } from './plan-secrets.ts';
import { ReviewFilter } from './review-filter.svelte.ts';
import { RowTicks } from './row-ticks.svelte.ts';

export type InstallationOrder = () => readonly string[];

type ReviewInput = Parameters<ImportApi['preparePlan']>[0];
type Progress = Omit<Extract<PreparePlanEvent, { kind: 'progress' }>, 'kind'>;
type Decided = Parameters<ImportApi['decide']>[0]['decisions'][number];
type Replan = (plan: { bundlePlanId: string }) => Promise<AsyncIterable<ReplanEvent>>;

const tickable: readonly BundleRowKind[] = ['create', 'update', 'removal'];
export const canBeTicked = ({ kind }: Pick<BundlePlanRowView, 'kind'>): boolean =>
  tickable.includes(kind);

const united = (known: readonly Alternative[], news: readonly Alternative[]): Alternative[] => [
  ...new Map([...known, ...news].map((each) => [each.webhookId, each])).values(),
];

/** Shows what a file would change on installations. Sends nothing to them. */
export class PlanReview {
  readonly #api: ImportApi;
  readonly #input: ReviewInput;
  readonly #order: InstallationOrder;
  #preparing: AbortController | null = null;
  #bundlePlanId = $state.raw<string | null>(null);
  #rows = $state.raw<ReadonlyMap<string, readonly BundlePlanRowView[]>>(new Map());
  /** Decisions by row key; they survive a new `prepare`. */
  #decisions = $state.raw<ReadonlyMap<string, Decision>>(new Map());
  #alternatives = $state.raw<ReadonlyMap<string, readonly Alternative[]>>(new Map());

  phase = $state<'preparing' | 'failed' | 'ready'>('preparing');
  progress = $state.raw<ReadonlyMap<string, Progress>>(new Map());
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  shownKey = $state<string | null>(null);
  shownInstallation = $state<string | null>(null);
  handedOver = $state.raw<Plan | null>(null);

  readonly ticks = new RowTicks<BundlePlanRowView>(({ ticked }) => ticked);
  readonly rows: readonly BundlePlanRowView[] = $derived([...this.#rows.values()].flat());
  readonly filter: ReviewFilter = new ReviewFilter(() => this.rows);
  readonly tickable = $derived(this.rows.filter(canBeTicked));
  readonly chosen = $derived(this.tickable.filter((row) => this.ticks.has(row)));
  readonly shown = $derived(this.rows.find(({ key }) => key === this.shownKey) ?? null);
  readonly wanted: readonly PlanSecret[] = $derived(wantedSecrets(this.rows));
  readonly used: readonly PlanSecret[] = $derived(usedSecrets(this.rows));
  /** Whether the last plan has run, so that the installations have changed since. */
  readonly isStale = $derived(this.handedOver?.phase === 'over');

  /** @param earlier a review of the same file, whose decisions apply here too */
  constructor(
    api: ImportApi,
    input: ReviewInput,
    order: InstallationOrder,
    earlier: PlanReview | null = null,
  ) {
    this.#api = api;
    if (earlier !== null) this.#decisions = earlier.#decisions;
    this.#input = input;
    this.#order = order;
  }

  get planId(): string | null {
    return this.#bundlePlanId;
  }

  get connectionIds(): readonly string[] {
    return this.#inOrder(this.#input.connectionIds);
  }

  rowsOf(connectionId: string): readonly BundlePlanRowView[] {
    return this.#rows.get(connectionId) ?? [];
  }

  decisionOf({ key }: BundlePlanRowView): Decision {
    return this.#decisions.get(key) ?? {};
  }

  alternativesOf({ key }: BundlePlanRowView): readonly Alternative[] {
    return this.#alternatives.get(key) ?? [];
  }

  /** Decisions and ticks stay; secrets that are not remembered must be given again. */
  async prepare(): Promise<void> {
    this.#preparing?.abort();
    const preparing = new AbortController();
    this.#preparing = preparing;
    const { signal } = preparing;
    this.#forgetPlan();
    this.phase = 'preparing';
    this.problem = null;
    this.progress = new Map();
    this.handedOver = null;
    const rows = new Map<string, BundlePlanRowView[]>();
    try {
      for await (const event of await this.#api.preparePlan(this.#input, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') {
          this.progress = new Map(this.progress).set(event.connectionId, event);
        } else if (event.kind === 'rows') {
          const its = rows.get(event.connectionId);
          if (its === undefined) rows.set(event.connectionId, event.rows);
          else its.push(...event.rows);
        } else this.#bundlePlanId = event.bundlePlanId;
      }
      this.#rows = new Map(
        this.connectionIds.flatMap((id) => {
          const its = rows.get(id);
          return its === undefined ? [] : [[id, its]];
        }),
      );
      this.#noteAlternatives(this.rows);
      await this.#decideAgain();
      if (this.shown === null) this.shownKey = this.rows[0]?.key ?? null;
      this.phase = 'ready';
    } catch (error) {
      if (this.#preparing !== preparing || signal.aborted) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    }
  }

  async decide(row: BundlePlanRowView, said: Decision): Promise<void> {
    await this.#keep(row.connectionId, [this.#also(row, said)]);
  }

  async decideNothing(row: BundlePlanRowView): Promise<void> {
    await this.#keep(row.connectionId, [{ key: row.key, decision: {} }]);
  }

  async decideAll(rows: readonly BundlePlanRowView[], said: Decision): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    await this.#keep(
      first.connectionId,
      rows.map((row) => this.#also(row, said)),
    );
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

  get source(): PlanSource | null {
    const bundlePlanId = this.#bundlePlanId;
    if (bundlePlanId === null || this.chosen.length === 0) return null;
    const rows = this.chosen.map(({ connectionId, key }) => ({ connectionId, key }));
    return { kind: 'bundle', bundlePlanId, rows };
  }

  end(): void {
    this.#preparing?.abort();
    this.#forgetPlan();
  }

  #forgetPlan(): void {
    const bundlePlanId = this.#bundlePlanId;
    this.#bundlePlanId = null;
    if (bundlePlanId !== null) void this.#api.forgetPlan({ bundlePlanId }).catch(() => undefined);
  }

  #also(row: BundlePlanRowView, said: Decision): Decided {
    return { key: row.key, decision: { ...this.decisionOf(row), ...said } };
  }

  async #keep(connectionId: string, decided: Decided[]): Promise<void> {
    const isKept = await this.#replan((plan) =>
      this.#api.decide({ ...plan, connectionId, decisions: decided }),
    );
    if (!isKept) return;
    const decisions = new Map(this.#decisions);
    for (const { key, decision } of decided) decisions.set(key, decision);
    this.#decisions = decisions;
  }

  async #decideAgain(): Promise<void> {
    if (this.#decisions.size === 0) return;
    for (const [connectionId, rows] of this.#rows) {
      const decided = rows.flatMap(({ key }): Decided[] => {
        const decision = this.#decisions.get(key);
        return decision === undefined || Object.keys(decision).length === 0
          ? []
          : [{ key, decision }];
      });
      if (decided.length > 0) await this.#keep(connectionId, decided);
    }
  }

  async #replan(ask: Replan): Promise<boolean> {
    const bundlePlanId = this.#bundlePlanId;
    if (bundlePlanId === null) return false;
    this.busy = true;
    this.problem = null;
    try {
      const news: BundlePlanRowView[] = [];
      let gone: readonly string[] = [];
      for await (const event of await ask({ bundlePlanId })) {
        if (event.kind === 'rows') news.push(...event.rows);
        else ({ gone } = event);
      }
      if (bundlePlanId === this.#bundlePlanId) this.#put(news, gone);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #put(news: readonly BundlePlanRowView[], gone: readonly string[]): void {
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

  #noteAlternatives(rows: readonly BundlePlanRowView[]): void {
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
