import type { PlanState, RunEvent } from '#contract/plans.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { isLeft, type RowEntry, rowEntry, resultsOf } from '#domain/publishing/results.ts';
import { shownResult } from '#domain/publishing/shown-row.ts';
import { noSuchPlan, noSuchRow } from '../../problems.ts';
import type { ReplacedValue, StoredPlan } from '../../store-ports.ts';
import { withTimeout } from '../../with-timeout.ts';
import { maskedResult } from './masked-result.ts';
import { PlanPersistence } from './plan-persistence.ts';
import { closing, rotatedAlready, underWay } from './plan-problems.ts';
import { overallProgress, PlanRun, planStateOf, resultEvents } from './plan-run.ts';
import type { KnownPlan } from './reporting.ts';
import type { Publishing } from '../context.ts';

const maxKnown = 20;

/** Milliseconds that sent requests may take when Hookdesk closes. */
const timeLimit = 2_000;

/** Plans that were begun: they run, or are stored until all outcomes are known. */
export class PlanRuns {
  readonly #needs: Publishing;
  readonly #stored: PlanPersistence;
  readonly #runs = new Map<string, PlanRun>();
  readonly #beginning = new Set<string>();
  readonly #rotating = new Set<string | null>();
  readonly #removals = new Set<Promise<unknown>>();
  #isClosing = false;
  #shown: number | null = null;

  constructor(needs: Publishing) {
    this.#needs = needs;
    this.#stored = new PlanPersistence(needs.ports);
  }

  has(planId: string): boolean {
    return this.#runs.has(planId);
  }

  async rows(planId: string): Promise<readonly PlanRow[]> {
    const { rows } = this.#runs.get(planId)?.known().plan ?? (await this.#find(planId));
    return rows;
  }

  /** `null` for a plan that was not begun, or that is no longer known. */
  async known(planId: string): Promise<KnownPlan | null> {
    const run = this.#runs.get(planId)?.known() ?? null;
    const isSure =
      run !== null &&
      (run.status === 'running' ||
        [...run.results.values()].every(({ outcome }) => outcome !== 'unknown'));
    if (isSure) return run;
    const plan = await this.#ended(planId);
    if (plan === undefined) return run;
    const results = await this.#resultsOf(plan);
    const { status } = this.#planStateOf(plan, results);
    const byKey = new Map(results.map((result) => [result.key, result]));
    return { plan, status, results: byKey, sent: new Set() };
  }

  /** @param first key of the only row to send before the plan pauses */
  async begin(
    { readOnly = [], ...plan }: Pick<StoredPlan, 'id' | 'title' | 'rows' | 'options' | 'readOnly'>,
    { first, rotates }: { readonly first: string | null; readonly rotates: ReplacedValue | null },
  ): Promise<void> {
    const startedAt = this.#needs.ports.clock.now();
    const begun: StoredPlan = {
      ...plan,
      startedAt,
      results: [],
      status: 'running',
      ...(first !== null && { first }),
      ...(readOnly.length > 0 && { readOnly }),
    };
    const rows = first === null ? plan.rows : plan.rows.filter(({ key }) => key === first);
    if (rows.length === 0) throw noSuchRow();
    if (rotates === null) {
      await this.#begin(begun, rows);
      return;
    }
    for (const other of await this.#stored.all()) {
      if (other.rotates?.old === rotates.old && other.id !== plan.id)
        await this.#refuseUnfinished(other);
    }
    await this.#begin({ ...begun, rotates }, rows);
  }

  /** The value that a plan replaces; `null` when it replaces none or is no longer known. */
  async rotated(planId: string): Promise<string | null> {
    const plan = this.#runs.get(planId)?.known().plan ?? (await this.#stored.find(planId));
    return plan?.rotates?.old ?? null;
  }

  async *watch(planId: string, signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const run = this.#runs.get(planId);
    const plan = this.#isRunning(planId) ? undefined : await this.#ended(planId);
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
    const { journal } = this.#needs;
    const changes = journal.watch(signal);
    const open = new Map<string, RowResult>();
    try {
      while ((await changes.next()).done !== true) {
        const isOpen = [...open.values()].every(({ entryId }) => journal.open.has(entryId ?? ''));
        if (open.size > 0 && isOpen) continue;
        const plan = this.#isRunning(planId) ? undefined : await this.#ended(planId);
        if (plan === undefined) return;
        const results = await this.#resultsOf(plan);
        const found = results.filter((each) => open.has(each.key) && each.outcome !== 'unknown');
        open.clear();
        for (const each of results) if (each.outcome === 'unknown') open.set(each.key, each);
        if (found.length > 0) {
          yield* resultEvents(found);
          yield { kind: 'state', planState: this.#planStateOf(plan, results) };
        }
        if (open.size === 0) return;
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
    const others = results.filter(({ key }) => !left.has(key));
    const { first, ...rest } = plan;
    const next: StoredPlan = { ...rest, results: others, status: 'running' };
    const isFirstLeft = plan.status === 'running' && first !== undefined && left.has(first);
    const rows = plan.rows.filter(({ key }) => (isFirstLeft ? key === first : left.has(key)));
    await this.#begin(isFirstLeft ? { ...next, first } : next, rows);
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
    if (plan.rotates !== undefined && this.#rotating.has(plan.rotates.old)) throw rotatedAlready();
    const { connections } = this.#needs;
    const release = connections.uses.begin(
      rows.map(({ connectionId }) => connectionId),
      { kind: 'plan', planId: plan.id, title: plan.title },
    );
    this.#beginning.add(plan.id);
    if (plan.rotates !== undefined) {
      this.#rotating.add(plan.rotates.old);
      this.#needs.ports.secretsInUse.add([plan.rotates.old, plan.rotates.next]);
    }
    try {
      await this.#stored.begin(plan);
    } catch (error) {
      this.#rotating.delete(plan.rotates?.old ?? null);
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
      this.#rotating.delete(plan.rotates?.old ?? null);
      release();
      this.#showProgress();
    };
    run.finished.then(over, over);
    for (const [oldest] of this.#runs) {
      if (this.#runs.size <= maxKnown) break;
      if (!this.#isRunning(oldest)) this.#runs.delete(oldest);
    }
  }

  async #refuseUnfinished(plan: StoredPlan): Promise<void> {
    const results = await this.#resultsOf(plan);
    const { left, counts } = this.#planStateOf(plan, results);
    if (this.#isRunning(plan.id) || left + counts.unknown > 0) throw rotatedAlready();
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

  /** The reconciler may have found outcomes since. A plan is no longer stored once all are known. */
  async #ended(planId: string): Promise<StoredPlan | undefined> {
    const stored = await this.#stored.find(planId);
    const run = this.#runs.get(planId)?.known();
    if (stored !== undefined || run === undefined || run.status === 'interrupted') return stored;
    return { ...run.plan, status: run.status, results: [...run.results.values()] };
  }

  async #find(planId: string): Promise<StoredPlan> {
    const plan = await this.#stored.find(planId);
    if (plan === undefined) throw noSuchPlan();
    return plan;
  }

  async #resultsOf(plan: StoredPlan): Promise<RowResult[]> {
    const { journal } = this.#needs;
    const entries: RowEntry[] = [];
    for await (const page of journal.pages({ planId: plan.id })) {
      for (const entry of page) entries.push(rowEntry(entry));
    }
    const byKey = new Map(plan.rows.map((row) => [row.key, row]));
    const results = resultsOf(plan.rows, plan.results, entries.reverse()).map((result) => {
      const row = byKey.get(result.key);
      return row === undefined ? result : shownResult(result, row);
    });
    const { rotates } = plan;
    if (rotates === undefined) return results;
    const { secretsInUse } = this.#needs.ports;
    secretsInUse.add([rotates.old, rotates.next]);
    return results.map((result) => maskedResult(result, (text) => secretsInUse.mask(text)));
  }

  #planStateOf(plan: StoredPlan, results: readonly RowResult[]): PlanState {
    const status = plan.status === 'running' ? interruptedStatus(plan, results) : plan.status;
    return planStateOf(plan, results, status, this.#namesOf(plan));
  }

  #namesOf({ rows }: StoredPlan): string[] {
    const names = new Map(
      this.#needs.connections.saved().map(({ id, name }) => [id, name] as const),
    );
    const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
    return ids.map((id) => names.get(id) ?? 'Removed installation');
  }

  async #holdsAlready({ draftId, draftRevision, live }: PlanRow): Promise<void> {
    if (draftId === null || live === null) return;
    await this.#needs.drafts.holdsAlready(draftId, draftRevision, live);
  }
}

/** The row to try first may have ended before Hookdesk stopped. */
function interruptedStatus(
  { first }: StoredPlan,
  results: readonly RowResult[],
): 'paused' | 'interrupted' {
  const tried = results.find(({ key }) => key === first);
  const isTried = tried !== undefined && tried.outcome !== 'unknown' && !isLeft(tried);
  return isTried ? 'paused' : 'interrupted';
}
