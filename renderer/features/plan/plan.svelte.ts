import type { BoundSecret } from '#contract/bundle-import.ts';
import {
  type AnswerToRows,
  type PlanRowView,
  type PlanSource,
  type PlanState,
  type PrepareEvent,
  type PrepareProgress,
  type ReportFormat,
  type RowKeys,
  type RowsEvent,
  selectionWithout,
} from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { RowAnswer, RunOptions } from '#domain/publishing/plan.ts';
import { type ReadOnlyRows, readOnlyRows } from '#domain/publishing/read-only-rows.ts';
import { isSentAgain } from '#domain/publishing/row-results.ts';
import { problemOf } from '../../shared/problem.ts';
import type { DraftRevisions, DraftsOfPlans } from './drafts-of-plans.ts';
import { type PlanApi, type PlanPhase, PlanRun } from './plan-run.svelte.ts';
import { PlanFindings } from './plan-findings.svelte.ts';
import { type InstallationOrder, PlanRows } from './plan-rows.svelte.ts';
import { PlanSections } from './plan-sections.svelte.ts';
import { workOf } from './plan-work.ts';

export type PlanDrafts = Pick<DraftsOfPlans, 'ready' | 'stillThere' | 'changedSince'>;

export interface PlanOrigin {
  /** `null` for a plan that was started earlier. */
  readonly source: PlanSource | null;
  readonly fileName?: string;
  /** An earlier plan of the same file, whose answers and secrets apply again. */
  readonly earlier?: Plan | null;
  /** The plan whose changes this one undoes. */
  readonly undone?: Plan;
  readonly order?: InstallationOrder;
}

export class Plan {
  readonly #api: PlanApi;
  readonly #drafts: PlanDrafts;
  #earlier: Plan | null;
  #preparing: AbortController | null = null;
  #following: AbortController | null = null;
  #madeOf = $state.raw<DraftRevisions>(new Map());
  /** Whether a run must name each of its rows, because the host may know more or another order. */
  #isExact = false;

  readonly source: PlanSource | null;
  readonly fileName: string | null;
  readonly undone: Plan | null;
  planId = $state<string | null>(null);
  phase = $state<PlanPhase>('preparing');
  /** How far entries of History are read; `null` for a plan that reads none. */
  entries = $state.raw<PrepareProgress | null>(null);
  /** How far each installation is read. */
  readings = $state.raw<ReadonlyMap<string, PrepareProgress>>(new Map());
  title = $state<string | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Whether the rows are known. A plan that is followed reads them. */
  hasRows = $state(true);
  /** Answers that the host has not applied yet; one may overlap another. */
  #unanswered = $state(0);
  /** Whether rows are being decided anew. */
  readonly busy = $derived(this.#unanswered > 0);
  options = $state<RunOptions>({ atOnce: 4, onFailure: 'stop' });
  shownKey = $state<string | null>(null);
  /** Installation whose secrets are shown instead of a row. */
  secretsConnectionId = $state<string | null>(null);

  readonly rows: PlanRows;
  readonly run: PlanRun;
  readonly findings: PlanFindings;
  readonly sections: PlanSections;

  /** Rows whose draft was edited or deleted after the plan was made. */
  readonly outdated: readonly PlanRowView[] = $derived.by(() =>
    this.phase === 'prepared'
      ? this.rows.all.filter((row) => this.#drafts.changedSince(row, this.#madeOf))
      : [],
  );
  // A set, because each of thousands of rows asks.
  readonly #outdatedKeys = $derived(new Set(this.outdated.map(({ key }) => key)));
  /** Rows that a run names. A pause sends nothing to disabled webhooks, but keeps those of other pauses disabled. */
  readonly named = $derived.by(() => {
    const { all, ready, chosen } = this.rows;
    if (this.source?.kind !== 'pause' || ready.length > 0) return chosen;
    return all.filter(({ state }) => state === 'unchanged');
  });
  readonly work = $derived.by(() => workOf(this.source, this.rows.all));
  readonly left = $derived.by(() => (this.phase === 'over' ? (this.run.state?.left ?? 0) : 0));
  /** Rows that a resumed run sends. */
  readonly sentAgain: readonly PlanRowView[] = $derived.by(() =>
    this.left === 0
      ? []
      : this.run.rows.filter(({ key }) => {
          const result = this.run.results.get(key);
          return result === undefined || isSentAgain(result);
        }),
  );
  /** The first failed row that a resumed run can send alone. */
  readonly retried: PlanRowView | null = $derived(
    this.sentAgain.length < 2
      ? null
      : (this.sentAgain.find(({ key }) => this.run.results.get(key)?.outcome === 'failed') ?? null),
  );
  /** When failed rows were sent again last; `null` for never. */
  resumedAt = $state.raw<Date | null>(null);
  readonly shown = $derived.by(() => this.rows.find(this.shownKey));

  /** Once over: rows that could not be sent. `readOnly` has those on read-only installations. */
  readonly leftOut: readonly PlanRowView[] = $derived.by(() =>
    this.phase === 'over' ? this.rows.all.filter((row) => this.isLeftOut(row)) : [],
  );

  /** Ids of installations that could not be read. */
  readonly unread: readonly string[] = $derived.by(() => {
    const failed = [...this.readings].filter(
      ([, { step, problem }]) => step === 'failed' && problem?.code !== 'read-only',
    );
    return this.rows.inOrder(failed.map(([id]) => id));
  });

  /** Rows on read-only installations. They are left out. */
  readonly readOnly: readonly ReadOnlyRows[] = $derived.by(() => {
    const counted = readOnlyRows(this.rows.all);
    const uncounted = [...this.readings].flatMap(([connectionId, { problem }]) =>
      problem?.code === 'read-only' && !this.rows.byInstallation.has(connectionId)
        ? [{ connectionId, webhooks: null, action: null }]
        : [],
    );
    return this.run.state?.readOnly ?? [...counted, ...uncounted];
  });
  /** The row that a run sends first if the person asks: the opened one, or the first in sight. */
  readonly tried: PlanRowView | null = $derived.by(() => {
    const { inSight, ticks } = this.rows;
    const offered = this.sections.shown.filter(
      (row) => inSight.has(row.key) && row.state === 'ready' && ticks.has(row),
    );
    return offered.find(({ key }) => key === this.shownKey) ?? offered[0] ?? null;
  });

  get isBegun(): boolean {
    return this.phase === 'running' || this.phase === 'over';
  }

  /** Whether nothing is lost, and nothing is being sent, when the plan closes. */
  get closesFreely(): boolean {
    if (this.phase === 'over') return true;
    const hasAnswers = this.rows.all.some(({ answers }) => Object.keys(answers).length > 0);
    return this.phase === 'prepared' && !hasAnswers && this.rows.used.length === 0;
  }

  /** What the plan did not do, to plan it again. The webhooks that it changed are not as they were selected. */
  get rest(): PlanSource | null {
    const { source, run } = this;
    if (source?.kind !== 'webhooks') return source;
    const selection = selectionWithout(source.selection, run.written);
    return selection.length === 0 ? null : { ...source, selection };
  }

  constructor(
    api: PlanApi,
    drafts: PlanDrafts,
    { source, fileName, earlier = null, undone, order = () => [] }: PlanOrigin,
  ) {
    this.#api = api;
    this.#drafts = drafts;
    this.#earlier = earlier;
    this.source = source;
    this.fileName = fileName ?? null;
    this.undone = undone ?? null;
    this.rows = new PlanRows(order);
    this.run = new PlanRun(api, () => this.rows.all);
    this.findings = new PlanFindings(api, this.rows);
    this.sections = new PlanSections(this);
  }

  /** Ticks and answers stay with their rows; a manual order is lost. */
  async prepare(): Promise<void> {
    const source = this.source === null ? null : this.#drafts.stillThere(this.source);
    if (source === null) {
      this.rows.replaceAll([], null);
      this.phase = 'prepared';
      return;
    }
    this.#preparing?.abort();
    const preparing = new AbortController();
    this.#preparing = preparing;
    const { shown } = this;
    const before = this.lastId;
    this.phase = 'preparing';
    this.problem = null;
    this.findings.stop();
    this.entries = null;
    this.readings = new Map();
    try {
      this.#madeOf = await this.#drafts.ready();
      const asked = before === null ? source : { ...source, earlier: before };
      const rows: PlanRowView[] = [];
      for await (const event of await this.#api.prepare(asked, { signal: preparing.signal })) {
        if (preparing.signal.aborted) return;
        if (event.kind === 'rows') rows.push(...event.rows);
        else this.#note(event);
      }
      this.#isExact = source.kind === 'bundle' || source.kind === 'copy';
      const again = this.rows.replaceAll(rows, shown);
      this.phase = 'prepared';
      this.#checkTemplates();
      this.shownKey = (again ?? this.sections.first)?.key ?? null;
    } catch (error) {
      if (this.#preparing !== preparing) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    } finally {
      if (this.#preparing === preparing) this.#preparing = null;
    }
  }

  async answer(rows: readonly PlanRowView[], answer: RowAnswer): Promise<void> {
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) await this.answerEach([{ keys, answer }]);
  }

  async answerEach(answers: AnswerToRows[]): Promise<void> {
    await this.#replan((plan) => this.#api.answer({ ...plan, answers }));
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

  isOutdated({ key }: Pick<PlanRowView, 'key'>): boolean {
    return this.#outdatedKeys.has(key);
  }

  /** Whether the started plan does not send the row, because it cannot. */
  isLeftOut({ key, state, problem }: Pick<PlanRowView, 'key' | 'state' | 'problem'>): boolean {
    if (!this.isBegun || this.run.results.has(key) || problem?.code === 'read-only') return false;
    return state !== 'ready' && state !== 'unchanged';
  }

  /** Moves a row among those of its group on its installation. */
  move(row: PlanRowView, by: 1 | -1): void {
    if (this.phase !== 'prepared') return;
    const places = this.sections.sameGroup(row);
    const other = places[places.indexOf(row) + by];
    if (other === undefined) return;
    this.rows.moveTo(row.key, other.key, by === 1 ? 'after' : 'before');
    this.#isExact = true;
  }

  stop(): void {
    this.#preparing?.abort();
    this.#following?.abort();
    this.findings.stop();
  }

  /** The host releases the rows. A run continues. */
  forget(): void {
    this.stop();
    const planId = this.lastId;
    if (planId !== null && this.phase !== 'running') this.#release(planId);
  }

  /** @param first key of the only row to send before the plan pauses */
  async start(first: string | null = null): Promise<void> {
    const { planId, phase } = this;
    const named = this.named.map(({ key }) => key);
    if (planId === null || phase !== 'prepared' || named.length === 0) return;
    this.run.keys = named;
    const options = $state.snapshot(this.options);
    const keys = this.#isExact || this.rows.chosen.length === 0 ? named : this.#shorter(named);
    const run = { planId, keys, options, ...(first !== null && { first }) };
    await this.#carryOut(planId, () => this.#api.run(run));
  }

  /** @param first key of the only row to send before the plan pauses */
  async resume(first: string | null = null): Promise<void> {
    const { planId, phase } = this;
    const { onFailure } = this.options;
    if (planId === null || phase !== 'over') return;
    const asked = { planId, onFailure, ...(first !== null && { first }) };
    const hasFailed = this.run.counts.failed > 0;
    this.resumedAt = null;
    const begun = new Date();
    await this.#carryOut(planId, () => this.#api.resume(asked));
    this.resumedAt = hasFailed ? begun : null;
  }

  /** Does not resume the plan. */
  async follow(planState: PlanState): Promise<void> {
    const { planId } = planState;
    this.planId = planId;
    this.run.state = planState;
    this.phase = planState.status === 'running' ? 'running' : 'over';
    this.hasRows = false;
    this.problem = null;
    await this.#attempt(async () => {
      const rows: PlanRowView[] = [];
      for await (const part of await this.#api.rows({ planId })) rows.push(...part);
      this.rows.replaceAll(rows, null);
      this.hasRows = true;
      this.shownKey ??= this.sections.first?.key ?? null;
      await this.run.watch(planId);
    });
    this.#end(planId);
  }

  /** Starts no further rows; requests already sent continue. */
  async cancel(): Promise<void> {
    const { planId, phase } = this;
    if (planId === null || phase !== 'running') return;
    this.run.cancelling = true;
    const isAsked = await this.#attempt(() => this.#api.cancel({ planId }));
    if (!isAsked) this.run.cancelling = false;
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

  /** The plan that the host still has, from before an interrupted preparation. */
  get lastId(): string | null {
    return this.planId ?? this.#earlier?.lastId ?? null;
  }

  #note(event: Exclude<PrepareEvent, { kind: 'rows' }>): void {
    if (event.kind === 'progress') {
      const { connectionId } = event;
      if (connectionId === null) this.entries = event;
      else this.readings = new Map(this.readings).set(connectionId, event);
    } else {
      const before = this.lastId;
      if (before !== null && this.#earlier?.phase !== 'running') this.#release(before);
      this.#earlier = null;
      this.planId = event.planId;
      this.title = event.title;
    }
  }

  #checkTemplates(): void {
    if (this.planId !== null) void this.findings.check(this.planId);
  }

  #release(planId: string): void {
    void this.#api.forget({ planId }).catch(() => undefined);
  }

  async #replan(
    ask: (plan: { planId: string }) => Promise<AsyncIterable<RowsEvent>>,
  ): Promise<boolean> {
    const { planId } = this;
    if (planId === null || this.phase !== 'prepared') return false;
    this.#unanswered += 1;
    this.problem = null;
    const isReplanned = await this.#attempt(async () => {
      const changed: PlanRowView[] = [];
      let gone: readonly string[] = [];
      for await (const event of await ask({ planId })) {
        if (event.kind === 'rows') changed.push(...event.rows);
        else ({ gone } = event);
      }
      if (planId === this.planId) this.rows.put(changed, gone);
    });
    this.#checkTemplates();
    // The host may have decided rows that the person did not see.
    if (!isReplanned) this.#isExact = true;
    this.#unanswered -= 1;
    return isReplanned;
  }

  /** Sends the shorter list, because a plan may have 100,000 rows. */
  #shorter(chosen: string[]): RowKeys {
    const { ready, ticks } = this.rows;
    const except = ready.filter((row) => !ticks.has(row)).map(({ key }) => key);
    return except.length < chosen.length ? { except } : chosen;
  }

  async #carryOut(planId: string, begin: () => Promise<void>): Promise<void> {
    const { phase } = this;
    this.#following?.abort();
    this.phase = 'running';
    this.problem = null;
    this.secretsConnectionId = null;
    this.run.cancelling = false;
    this.findings.stop();
    if (!(await this.#attempt(begin))) {
      this.phase = phase;
      return;
    }
    await this.#attempt(() => this.run.watch(planId));
    this.#end(planId);
  }

  /** Outcomes that are unknown now may be found while the plan is shown. */
  #end(planId: string): void {
    this.phase = 'over';
    this.shownKey = this.#firstToSee()?.key ?? this.shownKey;
    const following = new AbortController();
    this.#following = following;
    this.run.followOutcomes(planId, following.signal).catch((error: unknown) => {
      if (!following.signal.aborted) this.problem = problemOf(error);
    });
  }

  /** The row that was tried, or the first that needs the person. */
  #firstToSee(): PlanRowView | undefined {
    const { run, sections } = this;
    if (run.tried !== undefined) return run.tried;
    return sections.shown.find((row) => sections.groupOf(row) === 'needs');
  }

  /** Whether the work succeeded; `problem` says why it failed. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    }
  }
}
