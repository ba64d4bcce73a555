import type {
  PlanRowView,
  PlanSource,
  PlanState,
  PrepareEvent,
  ReportFormat,
  RowKeys,
} from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { RowAnswer, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { problemOf } from '../../shared/problem.ts';
import { Selection } from '../../shared/rows/selection.svelte.ts';
import { counted } from '../../ui/counted.ts';
import { countOutcomes, type OutcomeCounts } from './outcome-counts.ts';
import { type Eta, etaOf } from './eta.ts';
import type { DraftRevisions, DraftsOfPlans } from './drafts-of-plans.ts';
import type { PlanApi } from './plan-api.ts';

/** `failed`: preparing failed. `prepared`: a person reviews the plan. `over`: the run ended. */
export type PlanPhase = 'preparing' | 'failed' | 'prepared' | 'running' | 'over';

export type PlanDrafts = Pick<DraftsOfPlans, 'ready' | 'stillThere' | 'changedSince'>;

export type InstallationOrder = () => readonly string[];

type PrepareProgress = Omit<Extract<PrepareEvent, { kind: 'progress' }>, 'kind'>;

const nothingRead: PrepareProgress = { of: 'installations', done: 0, total: 0 };

/** Other outcomes can be resumed. */
const isSettled = ({ outcome }: RowResult): boolean =>
  outcome !== 'not-attempted' && outcome !== 'cancelled';

/** Identifies a row across repeated preparation of a plan. */
const identityOf = ({ draftId, undoes, key }: PlanRowView): string => draftId ?? undoes ?? key;

export class Plan {
  readonly #api: PlanApi;
  readonly #drafts: PlanDrafts;
  readonly #order: InstallationOrder;
  #preparing: AbortController | null = null;
  #madeOf = $state.raw<DraftRevisions>(new Map());
  /** When the followed run began, and how many rows were settled then. */
  #start = { at: 0, settled: 0 };

  planId = $state<string | null>(null);
  phase = $state<PlanPhase>('preparing');
  progress = $state.raw<PrepareProgress>(nothingRead);
  title = $state<string | null>(null);
  rows = $state.raw<readonly PlanRowView[]>([]);
  problem = $state.raw<Problem | null>(null);
  readonly ticked = new Selection();
  options = $state<RunOptions>({ atOnce: 4, onFailure: 'stop' });
  results = $state.raw<ReadonlyMap<string, RowResult>>(new Map());
  planState = $state.raw<PlanState | null>(null);
  cancelling = $state(false);
  shownKey = $state<string | null>(null);
  #isMoved = false;
  /** Keys of the rows that another pane handed over; `null` for all rows of the plan. */
  #only: ReadonlySet<string> | null = null;
  #runKeys = $state.raw<readonly string[] | null>(null);

  readonly source: PlanSource | null;

  /** Rows whose draft was edited or deleted after the plan was made. */
  readonly outdated: readonly PlanRowView[] = $derived.by(() =>
    this.phase === 'prepared'
      ? this.rows.filter((row) => this.#drafts.changedSince(row, this.#madeOf))
      : [],
  );
  readonly sendable = $derived(this.rows.filter((row) => row.state === 'ready'));
  readonly chosen = $derived(this.sendable.filter((row) => this.ticked.has(row.key)));
  readonly running = $derived.by(() => {
    const keys = this.#runKeys === null ? null : new Set(this.#runKeys);
    return keys === null
      ? this.rows.filter((row) => this.results.has(row.key) || row.state === 'ready')
      : this.rows.filter((row) => keys.has(row.key));
  });
  // Sets, because each of thousands of rows asks.
  readonly #outdatedKeys = $derived(keysOf(this.outdated));
  readonly #chosenKeys = $derived(keysOf(this.chosen));
  readonly #runningKeys = $derived(keysOf(this.running));
  readonly #byKey = $derived(new Map(this.rows.map((row) => [row.key, row])));
  readonly counts: OutcomeCounts = $derived(countOutcomes(this.results.values()));
  readonly settled = $derived([...this.results.values()].filter(isSettled).length);
  readonly total = $derived(Math.max(this.running.length, this.planState?.total ?? 0));
  readonly eta: Eta | null = $derived.by(() => {
    if (this.phase !== 'running') return null;
    const done = this.settled - this.#start.settled;
    return etaOf(done, this.total - this.settled, Date.now() - this.#start.at);
  });
  readonly left = $derived(this.phase === 'over' ? (this.planState?.left ?? 0) : 0);
  readonly shown = $derived(this.#byKey.get(this.shownKey ?? '') ?? null);

  /** @param source `null` for a plan that was started earlier */
  constructor(
    api: PlanApi,
    drafts: PlanDrafts,
    source: PlanSource | null,
    order: InstallationOrder = () => [],
  ) {
    this.#api = api;
    this.#drafts = drafts;
    this.#order = order;
    this.source = source;
  }

  /** Takes rows that another pane prepared, and that a person selected there. */
  take(planId: string, rows: readonly PlanRowView[]): void {
    this.planId = planId;
    this.rows = this.#byInstallation(rows);
    this.#only = keysOf(rows);
    this.title = `Publish ${counted(rows.length, 'change')} from a file`;
    this.ticked.only(rows.map(({ key }) => key));
    this.shownKey = this.rows[0]?.key ?? null;
    this.phase = 'prepared';
  }

  /** Selected rows stay selected, and answers apply again; a manual order is lost. */
  async prepare(): Promise<void> {
    const source = this.source === null ? null : this.#drafts.stillThere(this.source);
    if (source === null) {
      this.rows = [];
      this.phase = 'prepared';
      return;
    }
    this.#preparing?.abort();
    const preparing = new AbortController();
    this.#preparing = preparing;
    const ticked = new Map(this.sendable.map((row) => [identityOf(row), this.ticked.has(row.key)]));
    const shown = this.shown === null ? null : identityOf(this.shown);
    this.phase = 'preparing';
    this.problem = null;
    this.progress = nothingRead;
    this.#isMoved = false;
    const rows: PlanRowView[] = [];
    try {
      this.#madeOf = await this.#drafts.ready();
      const asked = this.planId === null ? source : { ...source, earlier: this.planId };
      for await (const event of await this.#api.prepare(asked, { signal: preparing.signal })) {
        if (preparing.signal.aborted) return;
        if (event.kind === 'progress') this.progress = event;
        else if (event.kind === 'rows') {
          rows.push(...event.rows.filter(({ key }) => this.#only?.has(key) !== false));
        } else if (event.kind === 'end') {
          this.planId = event.planId;
          if (this.#only === null) this.title = event.title;
        }
      }
      this.rows = this.#byInstallation(rows);
      this.ticked.only(
        this.sendable
          .filter((row) => ticked.get(identityOf(row)) ?? row.selected)
          .map(({ key }) => key),
      );
      const again = rows.find((row) => identityOf(row) === shown) ?? this.rows[0];
      this.shownKey = again?.key ?? null;
      this.phase = 'prepared';
    } catch (error) {
      if (this.#preparing !== preparing) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    } finally {
      if (this.#preparing === preparing) this.#preparing = null;
    }
  }

  /** One answer for all these rows. Ticks those that become sendable. */
  async answer(rows: readonly PlanRowView[], answer: RowAnswer): Promise<void> {
    const { planId } = this;
    if (planId === null || this.phase !== 'prepared' || rows.length === 0) return;
    this.problem = null;
    try {
      const keys = rows.map(({ key }) => key);
      const answered: PlanRowView[] = [];
      for await (const event of await this.#api.answer({ planId, keys, answer })) {
        if (event.kind === 'rows') answered.push(...event.rows);
      }
      this.rows = replaced(this.rows, answered);
      const sendable = answered.filter(({ state }) => state === 'ready');
      this.ticked.set(
        sendable.map(({ key }) => key),
        true,
      );
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  isOutdated({ key }: Pick<PlanRowView, 'key'>): boolean {
    return this.#outdatedKeys.has(key);
  }

  isChosen({ key }: Pick<PlanRowView, 'key'>): boolean {
    return this.#chosenKeys.has(key);
  }

  isRun({ key }: Pick<PlanRowView, 'key'>): boolean {
    return this.#runningKeys.has(key);
  }

  stop(): void {
    this.#preparing?.abort();
  }

  move(key: string, by: 1 | -1): void {
    const { connectionId } = this.rows.find((row) => row.key === key) ?? {};
    const places = this.rows.flatMap((row, index) =>
      row.connectionId === connectionId ? [index] : [],
    );
    const at = places.findIndex((index) => this.rows[index]?.key === key);
    const [from, to] = [places[at], places[at + by]];
    const row = from === undefined ? undefined : this.rows[from];
    if (from === undefined || to === undefined || row === undefined || this.phase !== 'prepared')
      return;
    this.rows = this.rows.toSpliced(from, 1).toSpliced(to, 0, row);
    this.#isMoved = true;
  }

  async run(): Promise<void> {
    const { planId, phase } = this;
    const chosen = this.chosen.map((row) => row.key);
    if (planId === null || phase !== 'prepared' || chosen.length === 0) return;
    this.#runKeys = chosen;
    const options = $state.snapshot(this.options);
    const keys = this.#isMoved || this.#only !== null ? chosen : this.#shorter(chosen);
    await this.#carryOut(phase, () => this.#api.run({ planId, keys, options }));
  }

  /** Sends the shorter list, because a plan may have 100,000 rows. */
  #shorter(chosen: string[]): RowKeys {
    const except = this.sendable.filter((row) => !this.isChosen(row)).map(({ key }) => key);
    return except.length < chosen.length ? { except } : chosen;
  }

  async resume(): Promise<void> {
    const { planId, phase } = this;
    if (planId === null || phase !== 'over') return;
    await this.#carryOut(phase, () => this.#api.resume({ planId }));
  }

  /** Does not resume the plan. */
  async follow(planState: PlanState): Promise<void> {
    const { planId } = planState;
    this.planId = planId;
    this.planState = planState;
    this.phase = planState.status === 'running' ? 'running' : 'over';
    try {
      const rows: PlanRowView[] = [];
      for await (const some of await this.#api.rows({ planId })) rows.push(...some);
      this.rows = this.#byInstallation(rows);
      this.shownKey ??= this.rows[0]?.key ?? null;
      await this.#watch(planId);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.phase = 'over';
  }

  /** Starts no further rows; requests already sent continue. */
  async cancel(): Promise<void> {
    if (this.planId === null || this.phase !== 'running') return;
    this.cancelling = true;
    try {
      await this.#api.cancel({ planId: this.planId });
    } catch (error) {
      this.cancelling = false;
      this.problem = problemOf(error);
    }
  }

  async report(format: ReportFormat): Promise<{ fileName: string; text: string } | null> {
    if (this.planId === null) return null;
    try {
      return await this.#api.report({ planId: this.planId, format });
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }

  #byInstallation(rows: readonly PlanRowView[]): PlanRowView[] {
    const order = this.#order();
    const last = order.length;
    const rank = (id: string): number => (order.includes(id) ? order.indexOf(id) : last);
    return [...Map.groupBy(rows, ({ connectionId }) => connectionId)]
      .sort(([a], [b]) => rank(a) - rank(b))
      .flatMap(([, its]) => its);
  }

  async #carryOut(before: PlanPhase, begin: () => Promise<void>): Promise<void> {
    const { planId } = this;
    if (planId === null) return;
    this.phase = 'running';
    this.problem = null;
    this.cancelling = false;
    try {
      await begin();
    } catch (error) {
      this.problem = problemOf(error);
      this.phase = before;
      return;
    }
    try {
      await this.#watch(planId);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.phase = 'over';
  }

  async #watch(planId: string): Promise<void> {
    let isFirst = true;
    for await (const event of await this.#api.watch({ planId })) {
      if (event.kind === 'state') {
        this.planState = event.planState;
        continue;
      }
      this.results = withAll(isFirst ? [] : this.results.values(), event.results);
      if (isFirst) this.#start = { at: Date.now(), settled: this.settled };
      isFirst = false;
    }
  }
}

const keysOf = (rows: readonly PlanRowView[]): ReadonlySet<string> =>
  new Set(rows.map(({ key }) => key));

function replaced(
  rows: readonly PlanRowView[],
  news: readonly PlanRowView[],
): readonly PlanRowView[] {
  const byKey = new Map(news.map((row) => [row.key, row]));
  return rows.map((row) => byKey.get(row.key) ?? row);
}

function withAll(
  before: Iterable<RowResult>,
  news: readonly RowResult[],
): ReadonlyMap<string, RowResult> {
  return new Map([...before, ...news].map((result) => [result.key, result]));
}
