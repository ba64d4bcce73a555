import type { PlanState, RunEvent } from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import type { Problem, RawAnswer } from '#domain/problem.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { countOutcomes, isSentAgain } from '#domain/publishing/row-results.ts';
import { shownResult } from '#domain/publishing/shown-row.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { eachInstallation } from '../../each-installation.ts';
import type { StoredPlan } from '../../store-ports.ts';
import type { Publishing } from '../context.ts';
import { Halt } from './halt.ts';
import { type InstallationRun, runOnInstallation } from './installation-run.ts';
import type { RunSummary } from './reporting.ts';

/** Milliseconds between two reports to a window. */
const reportPause = 50;

/** Results per event: a larger message would block the window. */
const resultsAtOnce = 1_000;

/** Steps of the progress that the taskbar shows. */
const progressSteps = 100;

interface RunInput {
  readonly plan: StoredPlan;
  /** Rows to send: all rows of the plan, or the remaining ones of a resumed plan. */
  readonly rows: readonly PlanRow[];
  readonly connectionNames: readonly string[];
}

interface RunProgress {
  readonly done: number;
  readonly total: number;
}

/** A plan that runs: it publishes on its installations side by side, and reports results to windows. */
export class PlanRun {
  readonly #publishing: Publishing;
  readonly #input: RunInput;
  readonly #halt: Halt;
  readonly #rows: ReadonlyMap<string, PlanRow>;
  readonly #results: Map<string, RowResult>;
  /** In the order in which `watch` reports them. */
  readonly #resultLog: RowResult[];
  readonly #begunLog: string[] = [];
  /** Keys of creates that were sent and have no result yet. */
  readonly #awaitingReadBack = new Set<string>();
  /** Ids of installations that wait until a person signs in. */
  readonly #signInNeeded = new Set<string>();
  /** Resolve the waits of `#nextChange`. */
  #wakes = new Set<() => void>();
  #status: PlanState['status'] = 'running';
  /** As `finished`, but never rejects. */
  readonly #finishedQuietly: Promise<void>;
  /** Settles when every sent row has its outcome. */
  readonly finished: Promise<void>;

  /** @param onEnd not called when Hookdesk closes, because the plan is resumed later */
  constructor(
    publishing: Publishing,
    input: RunInput,
    onResult: (row: PlanRow, result: RowResult) => void,
    onEnd: (plan: StoredPlan) => Promise<void>,
  ) {
    this.#publishing = publishing;
    this.#input = input;
    this.#halt = new Halt(input.plan.options);
    this.#rows = new Map(input.plan.rows.map((row) => [row.key, row]));
    this.#results = new Map(input.plan.results.map((result) => [result.key, result]));
    this.#resultLog = [...input.plan.results];
    this.finished = this.#run(onResult, onEnd);
    // `watch` reports an unexpected error.
    this.#finishedQuietly = this.finished.catch(() => undefined);
  }

  /** Sent requests continue to their outcome. */
  halt(reason: 'cancelled' | 'closing'): void {
    this.#halt.halt(reason);
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const { clock } = this.#publishing.ports;
    let reported: number | null = null;
    let begun = 0;
    for (;;) {
      const hasEnded = this.#status !== 'running';
      const newResults: RowResult[] = this.#resultLog.slice(reported ?? 0);
      if (newResults.length > 0 || reported === null) yield* resultEvents(newResults);
      reported = (reported ?? 0) + newResults.length;
      const newlyBegun = this.#begunLog.slice(begun);
      begun += newlyBegun.length;
      const keys = newlyBegun.filter((key) => !this.#results.has(key));
      for (const part of inParts(keys, resultsAtOnce)) yield { kind: 'begun', rows: part };
      yield { kind: 'state', planState: this.planState() };
      if (hasEnded) break;
      const isReported = reported === this.#resultLog.length && begun === this.#begunLog.length;
      if (isReported && this.#status === 'running') {
        await this.#nextChange(signal);
      }
      if (signal?.aborted === true) return;
      // Groups results that arrive quickly; reports the end at once.
      await Promise.race([
        clock.sleep(reportPause, signal).catch(() => undefined),
        this.#finishedQuietly,
      ]);
    }
    await this.finished;
  }

  planState(): PlanState {
    const { plan, connectionNames } = this.#input;
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    const sent = this.#awaitingReadBack.size;
    const planState = planStateOf(plan, results, this.#status, connectionNames);
    return { ...planState, sent, signInNeeded: [...this.#signInNeeded] };
  }

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  get progress(): RunProgress {
    return { done: this.#results.size, total: this.#input.plan.rows.length };
  }

  summary(): RunSummary {
    const { plan } = this.#input;
    return { plan, status: this.#status, results: this.#results, sent: this.#awaitingReadBack };
  }

  async #run(
    onResult: (row: PlanRow, result: RowResult) => void,
    onEnd: (plan: StoredPlan) => Promise<void>,
  ): Promise<void> {
    const report = (result: RowResult): void => {
      this.#addResult(result);
      const row = this.#rows.get(result.key);
      if (row !== undefined) onResult(row, result);
    };
    try {
      for (const installations of this.#withProductionLast(this.#input.rows)) {
        if (this.#halt.reason !== null) break;
        await eachInstallation(installations, ([connectionId, rows], whileIdle) =>
          runOnInstallation(
            this.#publishing,
            this.#installationRun({ connectionId, rows, report, whileIdle }),
          ).catch((error: unknown) => {
            this.#halt.halt('stopped');
            throw error;
          }),
        );
      }
    } finally {
      await this.#end(onEnd);
    }
  }

  #installationRun(
    of: Pick<InstallationRun, 'connectionId' | 'rows' | 'report' | 'whileIdle'>,
  ): InstallationRun {
    const { id: planId, options } = this.#input.plan;
    return {
      ...of,
      planId,
      atOnce: options.atOnce,
      halt: this.#halt,
      reportBegun: (key) => {
        this.#begunLog.push(key);
        this.#wake();
      },
      reportSent: (key) => {
        this.#awaitingReadBack.add(key);
        this.#wake();
      },
      reportSignIn: (isNeeded) => {
        if (isNeeded) this.#signInNeeded.add(of.connectionId);
        else this.#signInNeeded.delete(of.connectionId);
        this.#wake();
      },
    };
  }

  /**
   * Groups of installations, which run one after the other. A plan that stops at a failure begins on production
   * only after all others succeeded.
   */
  #withProductionLast(rows: readonly PlanRow[]): (readonly [string, PlanRow[]])[][] {
    const installations = [...Map.groupBy(rows, ({ connectionId }) => connectionId)];
    if (this.#input.plan.options.onFailure !== 'stop') return [installations];
    const production = new Set(
      this.#publishing.connections
        .saved()
        .filter(({ environment }) => environment === 'production')
        .map(({ id }) => id),
    );
    return [
      installations.filter(([connectionId]) => !production.has(connectionId)),
      installations.filter(([connectionId]) => production.has(connectionId)),
    ];
  }

  /** Ends rows that were never begun. On shutdown the plan is stored as running, so that it is resumed later. */
  async #end(onEnd: (plan: StoredPlan) => Promise<void>): Promise<void> {
    const { plan } = this.#input;
    const { reason } = this.#halt;
    const outcome = reason === 'cancelled' ? 'cancelled' : 'not-attempted';
    // A run of the first row only leaves the others for the resumed plan.
    const isWhole = plan.rows.every(({ key }) => this.#results.has(key));
    for (const { key, live } of plan.rows) {
      if (this.#results.has(key)) continue;
      const webhookId = live?.id ?? null;
      this.#addResult({ key, outcome, webhookId, entryId: null, notes: [], problem: null });
    }
    const statusWithoutHalt = isWhole ? 'ended' : 'paused';
    const status = reason === 'closing' ? 'running' : (reason ?? statusWithoutHalt);
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    try {
      if (status !== 'running') await onEnd({ ...plan, results, status });
    } finally {
      this.#status = status === 'running' ? 'interrupted' : status;
      this.#wake();
    }
  }

  #addResult(unmasked: RowResult): void {
    const { secretsInUse } = this.#publishing.ports;
    const isRotation = this.#input.plan.rotates !== undefined;
    const row = this.#rows.get(unmasked.key);
    const shown = row === undefined ? unmasked : shownResult(unmasked, row);
    const result = isRotation ? maskedResult(shown, (text) => secretsInUse.mask(text)) : shown;
    this.#results.set(result.key, result);
    this.#awaitingReadBack.delete(result.key);
    this.#resultLog.push(result);
    this.#wake();
  }

  #wake(): void {
    const wakes = this.#wakes;
    this.#wakes = new Set();
    for (const wake of wakes) wake();
  }

  #nextChange(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#wakes.delete(wake);
        resolve();
      };
      this.#wakes.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

export const planStateOf = (
  { id: planId, title, startedAt, rows, first, rotates, readOnly }: StoredPlan,
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
  left: results.filter(isSentAgain).length,
  connectionNames: [...connectionNames],
  ...(first !== undefined && { first }),
  ...(rotates !== undefined && { rotates: true }),
  ...(readOnly !== undefined && { readOnly: [...readOnly] }),
});

/** Yields at least one event. */
export function* resultEvents(results: readonly RowResult[]): Generator<RunEvent, void, void> {
  const parts = results.length === 0 ? [[]] : inParts(results, resultsAtOnce);
  for (const part of parts) yield { kind: 'results', results: part };
}

/** From 0 to 1, in steps; `null` when nothing runs. */
export function overallProgress(running: readonly RunProgress[]): number | null {
  const total = running.reduce((sum, run) => sum + run.total, 0);
  if (total === 0) return null;
  const done = running.reduce((sum, run) => sum + run.done, 0);
  return Math.floor((done / total) * progressSteps) / progressSteps;
}

type Mask = (text: string) => string;

/**
 * A service may repeat the values of a request in its answer, and a conflict holds the live webhook. The message
 * quotes the answer with masks already.
 */
export const maskedResult = (result: RowResult, mask: Mask): RowResult => ({
  ...result,
  notes: result.notes.map(mask),
  problem: result.problem === null ? null : maskedProblem(result.problem, mask),
});

function maskedProblem(problem: Problem, mask: Mask): Problem {
  const masked = {
    facts: problem.facts.map(({ label, value }) => ({ label, value: mask(value) })),
    answer: problem.answer === null ? null : maskedAnswer(problem.answer, mask),
  };
  if (problem.code !== 'conflict') return { ...problem, ...masked };
  return { ...problem, ...masked, live: problem.live && maskedWebhook(problem.live, mask) };
}

const maskedAnswer = (answer: RawAnswer, mask: Mask): RawAnswer => ({
  ...answer,
  headers: answer.headers.map(({ name, value }) => ({ name, value: mask(value) })),
  body: mask(answer.body),
});

const maskedWebhook = (webhook: Webhook, mask: Mask): Webhook => ({
  ...webhook,
  name: mask(webhook.name),
  url: mask(webhook.url),
  headers: webhook.headers.map((header) => ({ ...header, value: mask(header.value) })),
  payloadTemplate: mask(webhook.payloadTemplate),
  unknown: {},
});
