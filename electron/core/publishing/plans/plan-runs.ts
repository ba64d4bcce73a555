import type { PlanState, RunEvent } from '#contract/plans.ts';
import type { PlanRow, ResumeOptions, RowResult } from '#domain/publishing/plan.ts';
import {
  isSentAgain,
  restOf,
  rowResultsOf,
  type RowEntry,
  rowEntry,
} from '#domain/publishing/row-results.ts';
import { shownResult } from '#domain/publishing/shown-row.ts';
import type { Proposal } from '../../preparing/proposal.ts';
import { noSuchPlan, noSuchRow } from '../../problems.ts';
import type { ReplacedValue, StoredPlan } from '../../store-ports.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Publishing } from '../context.ts';
import {
  alreadyRotating,
  hookdeskIsClosing,
  pauseHasEnded,
  planIsRunning,
} from './plan-problems.ts';
import { PlanPersistence } from './plan-persistence.ts';
import { maskedResult, overallProgress, PlanRun, planStateOf, resultEvents } from './plan-run.ts';
import type { RunSummary } from './reporting.ts';

/** Awaited before the plan is stored. @returns what undoes it when the plan cannot be stored */
type BeforeRun = () => ReturnType<NonNullable<Proposal['beforeRun']>> | undefined;

const mostRuns = 20;

/** Milliseconds that sent requests may take when Hookdesk closes. */
const closeLimit = 2_000;

/** Plans that were begun: they run, or are stored until all outcomes are known. */
export class PlanRuns {
  readonly #publishing: Publishing;
  readonly #persistence: PlanPersistence;
  readonly #runs = new Map<string, PlanRun>();
  readonly #beginning = new Set<string>();
  readonly #valuesInRotation = new Set<string>();
  readonly #draftRemovals = new Set<Promise<unknown>>();
  #isClosing = false;
  #shownProgress: number | null = null;

  constructor(publishing: Publishing) {
    this.#publishing = publishing;
    this.#persistence = new PlanPersistence(publishing.ports);
  }

  has(planId: string): boolean {
    return this.#runs.has(planId);
  }

  isRunning(planId: string): boolean {
    return this.#runs.get(planId)?.isRunning === true;
  }

  async rows(planId: string): Promise<readonly PlanRow[]> {
    const { rows } = this.#runs.get(planId)?.summary().plan ?? (await this.#find(planId));
    return rows;
  }

  /** `null` for a plan that was not begun, or that is no longer known. */
  async summaryOf(planId: string): Promise<RunSummary | null> {
    const run = this.#runs.get(planId)?.summary() ?? null;
    const results = [...(run?.results.values() ?? [])];
    const hasAllOutcomes = results.every(({ outcome }) => outcome !== 'unknown');
    if (run !== null && (run.status === 'running' || hasAllOutcomes)) return run;
    const plan = await this.#endedPlan(planId);
    if (plan === undefined) return run;
    const latest = await this.#resultsOf(plan);
    const { status } = this.#planStateOf(plan, latest);
    const byKey = new Map(latest.map((result) => [result.key, result]));
    return { plan, status, results: byKey, sent: new Set() };
  }

  /** Whether the plan is being begun, runs, or can be resumed. */
  async isOpen(planId: string): Promise<boolean> {
    if (this.#beginning.has(planId)) return true;
    return (await this.unfinished()).some((planState) => planState.planId === planId);
  }

  /** @param first key of the only row to send before the plan pauses */
  async begin(
    { readOnly = [], ...plan }: Pick<StoredPlan, 'id' | 'title' | 'rows' | 'options' | 'readOnly'>,
    {
      first,
      rotates,
      before,
    }: {
      readonly first: string | null;
      readonly rotates: ReplacedValue | null;
      readonly before: BeforeRun;
    },
  ): Promise<void> {
    const startedAt = this.#publishing.ports.clock.now();
    const stored: StoredPlan = {
      ...plan,
      startedAt,
      results: [],
      status: 'running',
      ...(first !== null && { first }),
      ...(readOnly.length > 0 && { readOnly }),
    };
    const rows = first === null ? plan.rows : plan.rows.filter(({ key }) => key === first);
    if (rows.length === 0) throw noSuchRow();
    await this.#once(plan.id, async () => {
      if (rotates === null) {
        await this.#begin(stored, rows, before);
        return;
      }
      for (const other of await this.#persistence.all()) {
        if (other.rotates?.old === rotates.old && other.id !== plan.id) {
          await this.#refuseUnfinished(other);
        }
      }
      await this.#begin({ ...stored, rotates }, rows, before);
    });
  }

  /** The value that a plan replaces; `null` when it replaces none or is no longer known. */
  async rotated(planId: string): Promise<string | null> {
    const plan = this.#runs.get(planId)?.summary().plan ?? (await this.#persistence.find(planId));
    return plan?.rotates?.old ?? null;
  }

  async *watch(planId: string, signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const run = this.#runs.get(planId);
    const plan = this.isRunning(planId) ? undefined : await this.#endedPlan(planId);
    if (plan === undefined) {
      if (run === undefined) throw noSuchPlan();
      yield* run.watch(signal);
      return;
    }
    const results = await this.#resultsOf(plan);
    yield* resultEvents(results);
    yield { kind: 'state', planState: this.#planStateOf(plan, results) };
  }

  /** Results that the reconciler finds after the end, until none is unknown or the plan is resumed. */
  async *outcomes(planId: string, signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const { journal } = this.#publishing;
    const changes = journal.watch(signal);
    let unknown = new Map<string, RowResult>();
    try {
      while ((await changes.next()).done !== true) {
        const areAllOpen = [...unknown.values()].every(({ entryId }) =>
          journal.open.has(entryId ?? ''),
        );
        if (unknown.size > 0 && areAllOpen) continue;
        const plan = this.isRunning(planId) ? undefined : await this.#endedPlan(planId);
        if (plan === undefined) return;
        const results = await this.#resultsOf(plan);
        const resolved = results.filter(
          ({ key, outcome }) => unknown.has(key) && outcome !== 'unknown',
        );
        unknown = new Map(
          results
            .filter(({ outcome }) => outcome === 'unknown')
            .map((result) => [result.key, result]),
        );
        if (resolved.length > 0) {
          yield* resultEvents(resolved);
          yield { kind: 'state', planState: this.#planStateOf(plan, results) };
        }
        if (unknown.size === 0) return;
      }
    } finally {
      await changes.return();
    }
  }

  cancel(planId: string): void {
    this.#runs.get(planId)?.halt('cancelled');
  }

  /** Newest first. Includes running plans, so that a new window can follow them. */
  async unfinished(): Promise<PlanState[]> {
    const planStates: PlanState[] = [];
    const plans = await this.#persistence.all();
    if (plans.length === 0) return [];
    const pastEnd = await this.#publishing.pauseRecords.plansPastEnd();
    for (const plan of plans) {
      const runState = this.#runs.get(plan.id)?.planState();
      if (runState?.status === 'running') {
        planStates.push(runState);
        continue;
      }
      const results = await this.#resultsOf(plan);
      const planState = this.#planStateOf(plan, results);
      const isOpen = planState.left + planState.counts.unknown > 0;
      if (isOpen && !pastEnd.has(plan.id)) planStates.push(planState);
      else await this.#persistence.remove(plan.id);
    }
    return planStates.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  /** Sends the remaining rows. Unknown ones are read first, and not sent when they stay unknown. */
  async resume(planId: string, options: ResumeOptions = {}): Promise<void> {
    await this.#once(planId, () => this.#resume(planId, options));
  }

  async #resume(planId: string, { first: asked, ...changed }: ResumeOptions): Promise<void> {
    const { pauseRecords } = this.#publishing;
    const plan = await this.#find(planId);
    const pastEnd = await pauseRecords.plansPastEnd();
    if (pastEnd.has(planId)) throw pauseHasEnded();
    const unknown = new Set(
      (await this.#resultsOf(plan))
        .filter(({ outcome }) => outcome === 'unknown')
        .map(({ key }) => key),
    );
    const unknownRows = plan.rows.filter(({ key }) => unknown.has(key));
    await this.#publishing.reconciler.reconcileEach(
      unknownRows.map(({ connectionId }) => connectionId),
    );
    const results = await this.#resultsOf(plan);
    const { first: before, ...rest } = plan;
    const first = asked ?? (plan.status === 'running' ? before : undefined);
    const { sent, kept } = restOf(results, first);
    const isAlone = first !== undefined && sent.has(first);
    if (asked !== undefined && !isAlone) throw noSuchRow();
    const options = { ...plan.options, ...changed };
    const next = { ...rest, ...(isAlone && { first }), options, results: kept };
    const rows = plan.rows.filter(({ key }) => sent.has(key));
    const resumed = await pauseRecords.resumedBy(planId);
    if (resumed.length > 0) await pauseRecords.refuseHeld(rows, resumed);
    await this.#begin({ ...next, status: 'running' }, rows);
  }

  /** Refuses a plan that is being begun or runs, also for another window. */
  async #once(planId: string, begin: () => Promise<void>): Promise<void> {
    if (this.isRunning(planId) || this.#beginning.has(planId)) throw planIsRunning();
    this.#beginning.add(planId);
    try {
      await begin();
    } finally {
      this.#beginning.delete(planId);
    }
  }

  get hasRunning(): boolean {
    return [...this.#runs.values()].some((run) => run.isRunning);
  }

  async dismiss(planId: string): Promise<void> {
    await this.#once(planId, () => this.#persistence.remove(planId));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const runs = [...this.#runs.values()];
    for (const run of runs) run.halt('closing');
    const ended = Promise.allSettled([
      ...runs.map(({ finished }) => finished),
      ...this.#draftRemovals,
    ]).then(() => this.#persistence.close());
    await withTimeout(this.#publishing.ports.clock, ended, closeLimit);
  }

  async #begin(
    plan: StoredPlan,
    rows: readonly PlanRow[],
    before: BeforeRun = () => undefined,
  ): Promise<void> {
    if (this.#isClosing) throw hookdeskIsClosing();
    if (plan.rotates !== undefined && this.#valuesInRotation.has(plan.rotates.old)) {
      throw alreadyRotating();
    }
    const { connections } = this.#publishing;
    const endUse = connections.uses.begin(
      rows.map(({ connectionId }) => connectionId),
      { kind: 'plan', planId: plan.id, title: plan.title },
    );
    if (plan.rotates !== undefined) {
      this.#valuesInRotation.add(plan.rotates.old);
      this.#publishing.ports.secretsInUse.add([plan.rotates.old, plan.rotates.next]);
    }
    const endRotation = (): void => {
      if (plan.rotates !== undefined) this.#valuesInRotation.delete(plan.rotates.old);
    };
    let undoBefore: (() => Promise<void>) | undefined;
    try {
      undoBefore = await before();
      await this.#persistence.begin(plan);
    } catch (error) {
      endRotation();
      endUse();
      await undoBefore?.();
      throw error;
    }
    const run = new PlanRun(
      this.#publishing,
      { plan, rows, connectionNames: this.#namesOf(plan) },
      (row, result) => {
        if (result.outcome === 'unchanged') this.#removeDraftOf(row);
        this.#showProgress();
      },
      (endedPlan) => this.#end(endedPlan),
    );
    this.#runs.delete(plan.id);
    this.#runs.set(plan.id, run);
    this.#showProgress();
    const onEnd = (): void => {
      endRotation();
      endUse();
      this.#showProgress();
    };
    run.finished.then(onEnd, onEnd);
    for (const [oldest] of this.#runs) {
      if (this.#runs.size <= mostRuns) break;
      if (!this.isRunning(oldest)) this.#runs.delete(oldest);
    }
  }

  async #refuseUnfinished(plan: StoredPlan): Promise<void> {
    const results = await this.#resultsOf(plan);
    const { left, counts } = this.#planStateOf(plan, results);
    if (this.isRunning(plan.id) || left + counts.unknown > 0) throw alreadyRotating();
  }

  async #end(plan: StoredPlan): Promise<void> {
    const isFinal = plan.results.every(
      (result) => !isSentAgain(result) && result.outcome !== 'unknown',
    );
    await (isFinal ? this.#persistence.remove(plan.id) : this.#persistence.end(plan));
  }

  #showProgress(): void {
    const running = [...this.#runs.values()].filter((run) => run.isRunning);
    const share = overallProgress(running.map((run) => run.progress));
    if (share === this.#shownProgress) return;
    this.#shownProgress = share;
    this.#publishing.ports.showProgress(share);
  }

  /** The draft of a row that the installation already matches. Only `close` waits for the removal. */
  #removeDraftOf({ draftId, draftRevision, live }: PlanRow): void {
    if (draftId === null || live === null) return;
    const removal = this.#publishing.drafts
      .removeAsPublished(draftId, draftRevision, live)
      .finally(() => this.#draftRemovals.delete(removal));
    this.#draftRemovals.add(removal);
    // A draft that is not removed is still shown.
    removal.catch(() => undefined);
  }

  /** The reconciler may have found outcomes since. A plan is no longer stored once all are known. */
  async #endedPlan(planId: string): Promise<StoredPlan | undefined> {
    const stored = await this.#persistence.find(planId);
    const run = this.#runs.get(planId)?.summary();
    if (stored !== undefined || run === undefined || run.status === 'interrupted') return stored;
    return { ...run.plan, status: run.status, results: [...run.results.values()] };
  }

  async #find(planId: string): Promise<StoredPlan> {
    const plan = await this.#persistence.find(planId);
    if (plan === undefined) throw noSuchPlan();
    return plan;
  }

  async #resultsOf(plan: StoredPlan): Promise<RowResult[]> {
    const { journal } = this.#publishing;
    const entries: RowEntry[] = [];
    for await (const page of journal.pages({ planId: plan.id })) {
      for (const entry of page) entries.push(rowEntry(entry));
    }
    const byKey = new Map(plan.rows.map((row) => [row.key, row]));
    const results = rowResultsOf(plan.rows, plan.results, entries.reverse()).map((result) => {
      const row = byKey.get(result.key);
      return row === undefined ? result : shownResult(result, row);
    });
    const { rotates } = plan;
    if (rotates === undefined) return results;
    const { secretsInUse } = this.#publishing.ports;
    secretsInUse.add([rotates.old, rotates.next]);
    return results.map((result) => maskedResult(result, (text) => secretsInUse.mask(text)));
  }

  #planStateOf(plan: StoredPlan, results: readonly RowResult[]): PlanState {
    const status = plan.status === 'running' ? interruptedStatus(plan, results) : plan.status;
    return planStateOf(plan, results, status, this.#namesOf(plan));
  }

  #namesOf({ rows }: StoredPlan): string[] {
    const names = new Map(
      this.#publishing.connections.saved().map(({ id, name }) => [id, name] as const),
    );
    const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
    return ids.map((id) => names.get(id) ?? 'Removed installation');
  }
}

/** The row that a plan sends first may have got its outcome before Hookdesk stopped. */
function interruptedStatus(
  { first }: StoredPlan,
  results: readonly RowResult[],
): 'paused' | 'interrupted' {
  const firstResult = results.find(({ key }) => key === first);
  const isFinal =
    firstResult !== undefined && firstResult.outcome !== 'unknown' && !isSentAgain(firstResult);
  return isFinal ? 'paused' : 'interrupted';
}
