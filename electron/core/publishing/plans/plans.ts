import type { BoundSecret } from '#contract/bundle-import.ts';
import type {
  PlanRowView,
  PlanSource,
  PlanState,
  PrepareEvent,
  ReportFormat,
  RowKeys,
  RowsEvent,
  RunEvent,
} from '#contract/plans.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import { rowView } from '#contract/row-view.ts';
import type { PlanRow, RowAnswer, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { isLeft, type RowEntry, rowEntry, resultsOf } from '#domain/publishing/results.ts';
import { type RowState, stateOf } from '#domain/publishing/row-state.ts';
import { shownDefinition } from '#domain/publishing/shown-as.ts';
import { BundlePlan } from '../../bundles/importing/bundle-plan.ts';
import type { BundlePlans } from '../../bundles/importing/bundle-plans.ts';
import type { Drafts } from '../../drafts/drafts.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Ports } from '../../ports.ts';
import { noSuchRow } from '../../problems.ts';
import type { StoredPlan } from '../../store-ports.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Snapshots } from '../../installations/snapshots.ts';
import { writeOf } from '../../installations/webhook-write.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Installations } from '../../installations/client.ts';
import type { Intents } from '../intents.ts';
import type { Reconciler } from '../reconcile.ts';
import { HeldPlan } from './held-plan.ts';
import { PlanPersistence } from './plan-persistence.ts';
import { inParts, overallProgress, PlanRun, planStateOf } from './plan-run.ts';
import { prepareHeld } from './prepare.ts';
import { allRows, chosenRows, PreparedPlans, rowsAtOnce } from './prepared-plans.ts';
import {
  begunAlready,
  closing,
  noSuchPlan,
  notReady,
  tooManyRows,
  underWay,
} from './plan-problems.ts';
import { notBegun, type Reported, reportedOf, writeReport } from './reporting.ts';

const maxKnown = 20;

const maxRows = 100_000;

const sendable: ReadonlySet<RowState> = new Set(['ready', 'unchanged']);

/** Milliseconds that sent requests may take when Hookdesk closes. */
const timeLimit = 2_000;

interface Needs {
  readonly ports: Pick<Ports, 'clock' | 'vault' | 'drafts' | 'plans' | 'newId'> &
    Pick<Ports, 'secretsInUse' | 'showProgress'>;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly snapshots: Snapshots;
  readonly journal: Journal;
  readonly drafts: Drafts;
  readonly reconciler: Reconciler;
  readonly intents: Intents;
  readonly bundles: BundlePlans;
}

export class Plans {
  readonly #needs: Needs;
  readonly #stored: PlanPersistence;
  readonly #prepared = new PreparedPlans<HeldPlan | BundlePlan>();
  readonly #runs = new Map<string, PlanRun>();
  readonly #beginning = new Set<string>();
  readonly #removals = new Set<Promise<unknown>>();
  #isClosing = false;
  #shown: number | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#stored = new PlanPersistence(needs.ports);
  }

  async *prepare(
    source: PlanSource & { readonly earlier?: string },
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareEvent, void, void> {
    const planId = this.#needs.ports.newId();
    const earlier = this.#prepared.get(source.earlier ?? '');
    if (source.kind === 'bundle') {
      const before = earlier instanceof BundlePlan ? earlier : null;
      const plan = yield* this.#needs.bundles.prepare(planId, source, before, signal);
      if (plan === null) return;
      this.#prepared.set(planId, plan);
    } else {
      const before = earlier instanceof HeldPlan ? earlier : null;
      const plan = yield* prepareHeld(this.#needs, source, before, signal);
      this.#prepared.set(planId, plan);
      for await (const rows of plan.rows()) yield { kind: 'rows', rows: rows.map(rowView) };
    }
    const title = this.#prepared.get(planId)?.titleFor(null) ?? '';
    yield { kind: 'end', planId, title };
  }

  /** The row and its exact request; both show secret names for secret values. */
  async row(
    planId: string,
    key: string,
  ): Promise<{ row: PlanRow; request: OutboundRequest | null }> {
    const found = await this.#rowOf(planId, key);
    if (found === null) throw noSuchRow();
    const row = shownRow(found);
    const write = stateOf(found) === 'ready' ? writeOf(row.action, row.live, row.definition) : null;
    if (write === null) return { row, request: null };
    const { installations } = this.#needs;
    return { row, request: await installations.describe(row.connectionId, write) };
  }

  /** Of a plan that was begun: rows as of the preparation. */
  async *rows(planId: string): AsyncGenerator<PlanRowView[], void, void> {
    const { rows } = this.#runs.get(planId)?.known().plan ?? (await this.#find(planId));
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      yield rows.slice(start, start + rowsAtOnce).map(rowView);
      await this.#needs.ports.clock.yieldToEventLoop();
    }
  }

  async report(planId: string, format: ReportFormat): Promise<{ fileName: string; text: string }> {
    const { ports, connections } = this.#needs;
    return writeReport(ports, connections, await this.#reported(planId), format);
  }

  async *answer(
    planId: string,
    keys: readonly string[],
    answer: RowAnswer,
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#notBegun(planId).answer(keys, answer);
  }

  async *giveSecret(
    planId: string,
    connectionId: string,
    secret: BoundSecret & { readonly value: string; readonly remember: boolean },
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#ofBundle(planId).giveSecret(connectionId, secret);
  }

  async *withdrawSecret(
    planId: string,
    connectionId: string,
    secret: BoundSecret,
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#ofBundle(planId).withdrawSecret(connectionId, secret);
  }

  async forget(planId: string): Promise<void> {
    const plan = this.#prepared.get(planId);
    this.#prepared.remove(planId);
    if (plan instanceof BundlePlan) await plan.forget();
  }

  async run(planId: string, keys: RowKeys, options: RunOptions): Promise<void> {
    const prepared = this.#notBegun(planId);
    const rows = await chosenRows(prepared, keys);
    // Another call may begin the plan while its rows are read.
    this.#notBegun(planId);
    if (!rows.every((row) => sendable.has(stateOf(row)))) throw notReady();
    if (rows.length === 0) throw noSuchRow();
    if (rows.length > maxRows) throw tooManyRows(maxRows);
    const title = prepared.titleFor(rows.length);
    const plan: StoredPlan = {
      id: planId,
      title,
      startedAt: this.#needs.ports.clock.now(),
      rows,
      options,
      results: [],
      status: 'running',
    };
    await this.#begin(plan, rows);
  }

  async *watch(planId: string, signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const run = this.#runs.get(planId);
    const kept = run === undefined || !this.#isRunning(planId) ? await this.#stored.all() : [];
    const plan = kept.find(({ id }) => id === planId);
    if (plan === undefined) {
      if (run === undefined) throw noSuchPlan();
      yield* run.watch(signal);
      return;
    }
    // The reconciler may have settled unknown outcomes since the end.
    const results = await this.#resultsOf(plan);
    yield* inParts(results);
    yield { kind: 'state', planState: this.#planStateOf(plan, results) };
  }

  cancel(planId: string): void {
    this.#runs.get(planId)?.halt('cancelled');
  }

  /** Newest first. Includes running plans, so that a new window can follow them. */
  async unfinished(): Promise<PlanState[]> {
    const planStates: PlanState[] = [];
    for (const plan of await this.#stored.all()) {
      const now = this.#runs.get(plan.id)?.planState();
      if (now?.status === 'running') {
        planStates.push(now);
        continue;
      }
      const results = await this.#resultsOf(plan);
      const planState = this.#planStateOf(plan, results);
      if (planState.left + planState.counts.unknown > 0) planStates.push(planState);
      else await this.#stored.remove(plan.id);
    }
    return planStates.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  /** Sends the remaining rows. Unknown ones are read first, and not sent when they stay unknown. */
  async resume(planId: string): Promise<void> {
    if (this.#isRunning(planId)) throw underWay();
    const plan = await this.#find(planId);
    const unknown = new Set(
      (await this.#resultsOf(plan))
        .filter(({ outcome }) => outcome === 'unknown')
        .map(({ key }) => key),
    );
    const concerned = plan.rows.filter(({ key }) => unknown.has(key));
    await this.#needs.reconciler.reconcileEach(concerned.map(({ connectionId }) => connectionId));
    const results = await this.#resultsOf(plan);
    const left = new Set(results.filter(isLeft).map(({ key }) => key));
    const rows = plan.rows.filter(({ key }) => left.has(key));
    const others = results.filter(({ key }) => !left.has(key));
    await this.#begin({ ...plan, results: others, status: 'running' }, rows);
  }

  get hasRunning(): boolean {
    return [...this.#runs.values()].some((run) => run.isRunning);
  }

  async dismiss(planId: string): Promise<void> {
    if (this.#isRunning(planId)) throw underWay();
    await this.#stored.remove(planId);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const runs = [...this.#runs.values()];
    for (const run of runs) run.halt('closing');
    const ended = Promise.allSettled([
      ...runs.map(({ finished }) => finished),
      ...this.#removals,
    ]).then(() => this.#stored.close());
    await withTimeout(this.#needs.ports.clock, ended, timeLimit);
  }

  async #begin(plan: StoredPlan, rows: readonly PlanRow[]): Promise<void> {
    if (this.#isClosing) throw closing();
    // Before the first `await`, so that a plan is not begun twice.
    if (this.#beginning.has(plan.id)) throw underWay();
    const { connections } = this.#needs;
    const release = connections.uses.begin(
      rows.map(({ connectionId }) => connectionId),
      { kind: 'plan', planId: plan.id, title: plan.title },
    );
    this.#beginning.add(plan.id);
    try {
      await this.#stored.begin(plan);
    } catch (error) {
      release();
      throw error;
    } finally {
      this.#beginning.delete(plan.id);
    }
    const run = new PlanRun(
      this.#needs,
      { plan, rows, connectionNames: this.#namesOf(plan) },
      (row, result) => {
        if (result.outcome === 'unchanged') this.#after(this.#holdsAlready(row));
        this.#showProgress();
      },
      (ended) => this.#end(ended),
    );
    this.#runs.delete(plan.id);
    this.#runs.set(plan.id, run);
    this.#showProgress();
    const over = (): void => {
      release();
      this.#showProgress();
    };
    run.finished.then(over, over);
    for (const [oldest] of this.#runs) {
      if (this.#runs.size <= maxKnown) break;
      if (!this.#isRunning(oldest)) this.#runs.delete(oldest);
    }
  }

  async #end(plan: StoredPlan): Promise<void> {
    const isOver = plan.results.every((result) => !isLeft(result) && result.outcome !== 'unknown');
    await (isOver ? this.#stored.remove(plan.id) : this.#stored.end(plan));
  }

  #showProgress(): void {
    const running = [...this.#runs.values()].filter((run) => run.isRunning);
    const share = overallProgress(running.map((run) => run.progress));
    if (share === this.#shown) return;
    this.#shown = share;
    this.#needs.ports.showProgress(share);
  }

  /** Runs work that only `close` waits for. */
  #after(work: Promise<void>): void {
    const ended = work.finally(() => this.#removals.delete(ended));
    this.#removals.add(ended);
    // The draft still exists and shows that itself.
    ended.catch(() => undefined);
  }

  #isRunning(planId: string): boolean {
    return this.#runs.get(planId)?.isRunning === true;
  }

  async #rowOf(planId: string, key: string): Promise<PlanRow | null> {
    const prepared = this.#prepared.get(planId);
    const run = this.#runs.get(planId);
    const row = await prepared?.row(key);
    if (row != null) return row;
    if (prepared !== undefined && run === undefined) return null;
    const { rows } = run?.known().plan ?? (await this.#find(planId));
    return rows.find((each) => each.key === key) ?? null;
  }

  async #reported(planId: string): Promise<Reported> {
    const prepared = this.#prepared.get(planId);
    const looked = prepared === undefined ? [] : (await allRows(prepared)).filter(isReported);
    const run = this.#runs.get(planId)?.known();
    const isSure =
      run !== undefined &&
      (run.status === 'running' ||
        [...run.results.values()].every(({ outcome }) => outcome !== 'unknown'));
    // The reconciler may have settled unknown outcomes since the end.
    const kept = isSure ? undefined : (await this.#stored.all()).find(({ id }) => id === planId);
    if (kept !== undefined) {
      const results = await this.#resultsOf(kept);
      const { status } = this.#planStateOf(kept, results);
      const byKey = new Map(results.map((result) => [result.key, result]));
      return reportedOf({ plan: kept, status, results: byKey, sent: new Set() }, looked);
    }
    if (run !== undefined) return reportedOf(run, looked);
    if (prepared === undefined) throw noSuchPlan();
    return notBegun(prepared.titleFor(looked.length), looked);
  }

  #notBegun(planId: string): HeldPlan | BundlePlan {
    if (this.#runs.has(planId)) throw begunAlready();
    const prepared = this.#prepared.get(planId);
    if (prepared === undefined) throw noSuchPlan();
    return prepared;
  }

  #ofBundle(planId: string): BundlePlan {
    const plan = this.#notBegun(planId);
    if (!(plan instanceof BundlePlan)) throw noSuchPlan();
    return plan;
  }

  async #find(planId: string): Promise<StoredPlan> {
    const plan = (await this.#stored.all()).find(({ id }) => id === planId);
    if (plan === undefined) throw noSuchPlan();
    return plan;
  }

  async #resultsOf(plan: StoredPlan): Promise<RowResult[]> {
    const { journal } = this.#needs;
    const entries: RowEntry[] = [];
    for await (const page of journal.pages({ planId: plan.id })) {
      for (const entry of page) entries.push(rowEntry(entry));
    }
    return resultsOf(plan.rows, plan.results, entries.reverse());
  }

  #planStateOf(plan: StoredPlan, results: readonly RowResult[]): PlanState {
    const status = plan.status === 'running' ? 'interrupted' : plan.status;
    return planStateOf(plan, results, status, this.#namesOf(plan));
  }

  #namesOf({ rows }: StoredPlan): string[] {
    const names = new Map(
      this.#needs.connections.saved().map(({ id, name }) => [id, name] as const),
    );
    const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
    return ids.map((id) => names.get(id) ?? 'An installation that was removed');
  }

  async #holdsAlready({ draftId, draftRevision, live }: PlanRow): Promise<void> {
    if (draftId === null || live === null) return;
    await this.#needs.drafts.holdsAlready(draftId, draftRevision, live);
  }
}

/** Replaces secret values by their names. */
function shownRow({ shownAs = [], ...row }: PlanRow): PlanRow {
  const { definition } = row;
  return { ...row, definition: definition === null ? null : shownDefinition(definition, shownAs) };
}

/** A file may have thousands of webhooks that the installation holds already. */
const isReported = (row: PlanRow): boolean => row.fileRow === null || stateOf(row) !== 'unchanged';
