import type { HookdeskClient } from '#contract/index.ts';
import type { PlanRowView, PlanState } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { countOutcomes, type OutcomeCounts } from '#domain/publishing/row-results.ts';

export type PlanApi = HookdeskClient['plans'];

/** `failed`: preparing failed. `prepared`: a person reviews the plan. `over`: the run ended. */
export type PlanPhase = 'preparing' | 'failed' | 'prepared' | 'running' | 'over';

/** Other outcomes can be resumed. */
export const isSettled = (result: RowResult | undefined): boolean =>
  result !== undefined && result.outcome !== 'not-attempted' && result.outcome !== 'cancelled';

interface WebhookOfRun extends Pick<PlanRowView, 'action' | 'connectionId'> {
  readonly webhookId: number;
}

/** The results of a plan, as the host reports them. */
export class PlanRun {
  readonly #api: PlanApi;
  readonly #rows: () => readonly PlanRowView[];
  /** When the followed run began, and how many rows were settled then. */
  #start = { at: 0, settled: 0 };

  /** The rows of the run that this window began, in their order. */
  keys = $state.raw<readonly string[] | null>(null);
  results = $state.raw<ReadonlyMap<string, RowResult>>(new Map());
  /** Keys of rows whose requests are out, also once they have results. */
  sent = $state.raw<ReadonlySet<string>>(new Set());
  state = $state.raw<PlanState | null>(null);
  cancelling = $state(false);

  readonly rows: readonly PlanRowView[] = $derived.by(() => {
    const rows = this.#rows();
    if (this.keys === null) {
      return rows.filter((row) => this.results.has(row.key) || row.state === 'ready');
    }
    const keys = new Set(this.keys);
    return rows.filter((row) => keys.has(row.key));
  });
  // A set, because each of thousands of rows asks.
  readonly #rowKeys: ReadonlySet<string> = $derived(new Set(this.rows.map(({ key }) => key)));
  readonly counts: OutcomeCounts = $derived(countOutcomes(this.results.values()));
  readonly settled = $derived([...this.results.values()].filter(isSettled).length);
  readonly total = $derived(Math.max(this.rows.length, this.state?.total ?? 0));

  constructor(api: PlanApi, rows: () => readonly PlanRowView[]) {
    this.#api = api;
    this.#rows = rows;
  }

  has({ key }: Pick<PlanRowView, 'key'>): boolean {
    return this.#rowKeys.has(key);
  }

  get eta(): string | null {
    const done = this.settled - this.#start.settled;
    return etaLabel(done, this.total - this.settled, Date.now() - this.#start.at);
  }

  /** The row that the last run sent alone. */
  get tried(): PlanRowView | undefined {
    const first = this.state?.first;
    return first === undefined ? undefined : this.rows.find(({ key }) => key === first);
  }

  get deleted(): WebhookOfRun[] {
    return this.written.filter(({ action }) => action === 'delete');
  }

  get written(): WebhookOfRun[] {
    return this.rows.flatMap(({ key, action, connectionId, webhookId }) =>
      webhookId !== null && this.results.get(key)?.outcome === 'done'
        ? [{ action, connectionId, webhookId }]
        : [],
    );
  }

  /** Ends when the run ends. */
  async watch(planId: string): Promise<void> {
    let isFirst = true;
    for await (const event of await this.#api.watch({ planId })) {
      if (event.kind === 'state') {
        this.state = event.planState;
        continue;
      }
      if (event.kind === 'begun') {
        this.sent = new Set([...this.sent, ...event.rows]);
        continue;
      }
      if (isFirst) {
        this.results = new Map();
        this.sent = new Set();
      }
      this.#add(event.results);
      if (isFirst) this.#start = { at: Date.now(), settled: this.settled };
      isFirst = false;
    }
  }

  /** Follows outcomes that are found after the end. */
  async followOutcomes(planId: string, signal: AbortSignal): Promise<void> {
    if (this.counts.unknown === 0) return;
    for await (const event of await this.#api.outcomes({ planId }, { signal })) {
      if (signal.aborted) return;
      if (event.kind === 'state') this.state = event.planState;
      if (event.kind === 'results') this.#add(event.results);
    }
  }

  #add(results: readonly RowResult[]): void {
    this.results = new Map([
      ...this.results,
      ...results.map((result) => [result.key, result] as const),
    ]);
  }
}

/** Below this an estimate would be a guess. */
const atLeast = { done: 3, milliseconds: 500 };

/** Such as `12 a second, 20 s left`; `null` before an estimate is possible. */
export function etaLabel(done: number, left: number, milliseconds: number): string | null {
  if (done < atLeast.done || milliseconds < atLeast.milliseconds) return null;
  const perSecond = (done / milliseconds) * 1_000;
  const rate =
    perSecond >= 1
      ? `${Math.round(perSecond).toLocaleString('en')} a second`
      : `${Math.max(1, Math.round(perSecond * 60))} a minute`;
  const seconds = Math.ceil(left / perSecond);
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${rate}, ${time} left`;
}
