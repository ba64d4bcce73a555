import type { PlanState, RunEvent } from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { countOutcomes, isLeft } from '#domain/publishing/results.ts';
import { shownResult } from '#domain/publishing/shown-row.ts';
import { eachInstallation } from '../../each-installation.ts';
import type { StoredPlan } from '../../store-ports.ts';
import type { Publishing } from '../context.ts';
import { Halt, runOnInstallation } from './installation-run.ts';
import { maskedResult } from './masked-result.ts';
import type { KnownPlan } from './reporting.ts';

/** Milliseconds between two reports to a window. */
const reportPause = 50;

/** Results per event: a larger message would block the window. */
const resultsAtOnce = 1_000;

const steps = 100;

interface Begun {
  readonly plan: StoredPlan;
  /** All rows of the plan, or those left after an interruption. */
  readonly rows: readonly PlanRow[];
  readonly connectionNames: readonly string[];
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
}

export class PlanRun {
  readonly #publishing: Publishing;
  readonly #begun: Begun;
  readonly #halt = new Halt();
  readonly #rows: ReadonlyMap<string, PlanRow>;
  readonly #results: Map<string, RowResult>;
  readonly #told: RowResult[];
  readonly #sent = new Set<string>();
  readonly #signInNeeded = new Set<string>();
  #wakes = new Set<() => void>();
  #status: PlanState['status'] = 'running';
  readonly #over: Promise<void>;
  /** Settles when every sent row has its outcome. */
  readonly finished: Promise<void>;

  /** @param onEnd not called when Hookdesk closes, because the plan is resumed later */
  constructor(
    publishing: Publishing,
    begun: Begun,
    onResult: (row: PlanRow, result: RowResult) => void,
    onEnd: (plan: StoredPlan) => Promise<void>,
  ) {
    this.#publishing = publishing;
    this.#begun = begun;
    this.#rows = new Map(begun.plan.rows.map((row) => [row.key, row]));
    this.#results = new Map(begun.plan.results.map((result) => [result.key, result]));
    this.#told = [...begun.plan.results];
    this.finished = this.#run(onResult, onEnd);
    // `watch` reports an unexpected error.
    this.#over = this.finished.catch(() => undefined);
  }

  /** Sent requests continue to their outcome. */
  halt(reason: 'cancelled' | 'closing'): void {
    this.#halt.halt(reason);
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const { clock } = this.#publishing.ports;
    let told: number | null = null;
    for (;;) {
      const isOver = this.#status !== 'running';
      const news: RowResult[] = this.#told.slice(told ?? 0);
      if (news.length > 0 || told === null) yield* resultEvents(news);
      told = (told ?? 0) + news.length;
      yield { kind: 'state', planState: this.planState() };
      if (isOver) break;
      if (told === this.#told.length && this.#status === 'running') await this.#change(signal);
      if (signal?.aborted === true) return;
      // Groups results that arrive quickly; reports the end at once.
      await Promise.race([clock.sleep(reportPause, signal).catch(() => undefined), this.#over]);
    }
    await this.finished;
  }

  planState(): PlanState {
    const { plan, connectionNames } = this.#begun;
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    const sent = this.#sent.size;
    const planState = planStateOf(plan, results, this.#status, connectionNames);
    return { ...planState, sent, signInNeeded: [...this.#signInNeeded] };
  }

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  get progress(): RunProgress {
    return { done: this.#results.size, total: this.#begun.plan.rows.length };
  }

  known(): KnownPlan {
    const { plan } = this.#begun;
    return { plan, status: this.#status, results: this.#results, sent: this.#sent };
  }

  async #run(
    onResult: (row: PlanRow, result: RowResult) => void,
    onEnd: (plan: StoredPlan) => Promise<void>,
  ): Promise<void> {
    const { plan, rows } = this.#begun;
    const { atOnce, onFailure } = plan.options;
    const tell = (result: RowResult): void => {
      this.#note(result);
      const row = this.#rows.get(result.key);
      if (row !== undefined) onResult(row, result);
    };
    try {
      const installations = [...Map.groupBy(rows, ({ connectionId }) => connectionId)];
      await eachInstallation(installations, ([connectionId, its], whileIdle) =>
        runOnInstallation(this.#publishing, {
          planId: plan.id,
          connectionId,
          rows: its,
          atOnce,
          stopsOnFailure: onFailure === 'stop',
          halt: this.#halt,
          report: tell,
          reportSent: (key) => {
            this.#sent.add(key);
            this.#wake();
          },
          reportSignIn: (isNeeded) => {
            if (isNeeded) this.#signInNeeded.add(connectionId);
            else this.#signInNeeded.delete(connectionId);
            this.#wake();
          },
          whileIdle,
        }).catch((error: unknown) => {
          this.#halt.halt('stopped');
          throw error;
        }),
      );
    } finally {
      await this.#end(onEnd);
    }
  }

  /** Closes rows that were never begun, except on shutdown, when the plan is resumed later. */
  async #end(onEnd: (plan: StoredPlan) => Promise<void>): Promise<void> {
    const { plan } = this.#begun;
    const { reason } = this.#halt;
    const outcome = reason === 'cancelled' ? 'cancelled' : 'not-attempted';
    const isWhole = plan.rows.every(({ key }) => this.#results.has(key));
    for (const { key, live } of plan.rows) {
      if (this.#results.has(key)) continue;
      const webhookId = live?.id ?? null;
      this.#note({ key, outcome, webhookId, entryId: null, notes: [], problem: null });
    }
    const over = isWhole ? 'ended' : 'paused';
    const status = reason === 'closing' ? 'running' : (reason ?? over);
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    try {
      if (status !== 'running') await onEnd({ ...plan, results, status });
    } finally {
      this.#status = status === 'running' ? 'interrupted' : status;
      this.#wake();
    }
  }

  #note(given: RowResult): void {
    const { secretsInUse } = this.#publishing.ports;
    const isSecret = this.#begun.plan.rotates !== undefined;
    const row = this.#rows.get(given.key);
    const shown = row === undefined ? given : shownResult(given, row);
    const result = isSecret ? maskedResult(shown, (text) => secretsInUse.mask(text)) : shown;
    this.#results.set(result.key, result);
    this.#sent.delete(result.key);
    this.#told.push(result);
    this.#wake();
  }

  #wake(): void {
    const wakes = this.#wakes;
    this.#wakes = new Set();
    for (const wake of wakes) wake();
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#wakes.delete(wake);
        resolve();
      };
      if (signal?.aborted === true) wake();
      this.#wakes.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

export const planStateOf = (
  { id: planId, title, startedAt, rows, rotates, readOnly }: StoredPlan,
  results: readonly RowResult[],
  status: PlanState['status'],
  connectionNames: readonly string[],
): PlanState => ({
  planId,
  title,
  startedAt,
  status,
  counts: countOutcomes(results),
  total: rows.length,
  left: results.filter(isLeft).length,
  connectionNames: [...connectionNames],
  ...(rotates !== undefined && { rotates: true }),
  ...(readOnly !== undefined && { readOnly: [...readOnly] }),
});

/** One event at least. */
export function* resultEvents(results: readonly RowResult[]): Generator<RunEvent, void, void> {
  const parts = results.length === 0 ? [[]] : inParts(results, resultsAtOnce);
  for (const part of parts) yield { kind: 'results', results: part };
}

export function overallProgress(running: readonly RunProgress[]): number | null {
  const total = running.reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return null;
  const done = running.reduce((sum, each) => sum + each.done, 0);
  return Math.floor((done / total) * steps) / steps;
}
