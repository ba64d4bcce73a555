import type { PlanStanding, RunEvent } from '#contract/plans.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { countsOf, isLeft } from '#domain/publishing/results.ts';
import { eachLimit, installationsAtOnce } from '../../each-limit.ts';
import type { Ports } from '../../ports.ts';
import type { StoredPlan } from '../../store-ports.ts';
import type { Publishing } from '../context.ts';
import { Halt, runOnInstallation } from './installation-run.ts';
import type { KnownPlan } from './reporting.ts';

/** Between two reports to a window, in milliseconds. */
const reportPause = 50;

/** Results in one event: a message of 100,000 would hold the window up. */
const resultsAtOnce = 1_000;

/** Steps that are worth showing: a bar in a taskbar is not longer. */
const steps = 100;

interface PlanRunNeeds extends Publishing {
  readonly ports: Pick<Ports, 'clock'>;
}

interface Begun {
  readonly plan: StoredPlan;
  /** The rows that are done now: all of the plan's, or what was left of it. */
  readonly rows: readonly PlanRow[];
  /** Names of the installations. */
  readonly connectionNames: readonly string[];
}

/** How far one plan has come, in rows. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
}

/** A plan that is being carried out. It goes on whether or not somebody watches. */
export class PlanRun {
  readonly #publishing: PlanRunNeeds;
  readonly #begun: Begun;
  readonly #halt = new Halt();
  readonly #results: Map<string, RowResult>;
  /** Results in the order in which they came, for those who watch. */
  readonly #told: RowResult[];
  /** Rows that were sent, and have no outcome yet. */
  readonly #sent = new Set<string>();
  /** Ids of installations whose rows wait until a person has signed in again. */
  readonly #signInNeeded = new Set<string>();
  #wakes = new Set<() => void>();
  #status: PlanStanding['status'] = 'running';
  readonly #over: Promise<void>;
  /** Ends when all that was sent has its outcome, and never rejects before that. */
  readonly finished: Promise<void>;

  /**
   * @param onResult is called for each result
   * @param onEnd is called with the plan as it ended; not where Hookdesk closes, and it is to be resumed
   */
  constructor(
    publishing: PlanRunNeeds,
    begun: Begun,
    onResult: (row: PlanRow, result: RowResult) => void,
    onEnd: (plan: StoredPlan) => Promise<void>,
  ) {
    this.#publishing = publishing;
    this.#begun = begun;
    this.#results = new Map(begun.plan.results.map((result) => [result.key, result]));
    this.#told = [...begun.plan.results];
    this.finished = this.#run(onResult, onEnd);
    // What nobody foresaw is told to whoever watches.
    this.#over = this.finished.catch(() => undefined);
  }

  /** Begins nothing more; what is sent goes on to its outcome. */
  halt(reason: 'cancelled' | 'closing'): void {
    this.#halt.halt(reason);
  }

  /** Results so far, then those that are new, with how it stands, until it has ended. */
  async *watch(signal?: AbortSignal): AsyncGenerator<RunEvent, void, void> {
    const { clock } = this.#publishing.ports;
    let told: number | null = null;
    for (;;) {
      const isOver = this.#status !== 'running';
      const news: RowResult[] = this.#told.slice(told ?? 0);
      if (news.length > 0 || told === null) yield* inParts(news);
      told = (told ?? 0) + news.length;
      yield { kind: 'standing', standing: this.standing() };
      if (isOver) break;
      if (told === this.#told.length && this.#status === 'running') await this.#change(signal);
      if (signal?.aborted === true) return;
      // What comes quickly one after the other is told together, the end at once.
      await Promise.race([clock.sleep(reportPause, signal).catch(() => undefined), this.#over]);
    }
    await this.finished;
  }

  standing(): PlanStanding {
    const { plan, connectionNames } = this.#begun;
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    const sent = this.#sent.size;
    const standing = standingOf(plan, results, this.#status, connectionNames);
    return { ...standing, sent, signInNeeded: [...this.#signInNeeded] };
  }

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  get progress(): RunProgress {
    return { done: this.#results.size, total: this.#begun.plan.rows.length };
  }

  /** What is known of it by now. */
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
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const tell = (result: RowResult): void => {
      this.#note(result);
      const row = byKey.get(result.key);
      if (row !== undefined) onResult(row, result);
    };
    try {
      const installations = [...Map.groupBy(rows, ({ connectionId }) => connectionId)];
      await eachLimit(installationsAtOnce, installations, ([connectionId, its], whileIdle) =>
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

  /** Rows that were never begun get their outcome now; where Hookdesk closes they are left as they are. */
  async #end(onEnd: (plan: StoredPlan) => Promise<void>): Promise<void> {
    const { plan } = this.#begun;
    const { reason } = this.#halt;
    const outcome = reason === 'cancelled' ? 'cancelled' : 'not-attempted';
    for (const { key, live } of plan.rows) {
      if (this.#results.has(key)) continue;
      const webhookId = live?.id ?? null;
      this.#note({ key, outcome, webhookId, entryId: null, notes: [], problem: null });
    }
    const status = reason === 'closing' ? 'running' : (reason ?? 'ended');
    const results = plan.rows.flatMap(({ key }) => this.#results.get(key) ?? []);
    try {
      if (status !== 'running') await onEnd({ ...plan, results, status });
    } finally {
      this.#status = status === 'running' ? 'interrupted' : status;
      this.#wake();
    }
  }

  #note(result: RowResult): void {
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

  /** Resolves with the next event, or with the signal. */
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

/** A plan in numbers. */
export const standingOf = (
  { id: planId, title, startedAt, rows }: StoredPlan,
  results: readonly RowResult[],
  status: PlanStanding['status'],
  connectionNames: readonly string[],
): PlanStanding => ({
  planId,
  title,
  startedAt,
  status,
  counts: countsOf(results),
  total: rows.length,
  left: results.filter(isLeft).length,
  connectionNames: [...connectionNames],
});

/** Results as events, one at least. */
export function* inParts(results: readonly RowResult[]): Generator<RunEvent, void, void> {
  let start = 0;
  do {
    yield { kind: 'results', results: results.slice(start, start + resultsAtOnce) };
    start += resultsAtOnce;
  } while (start < results.length);
}

/** How far all plans together have come that are carried out: from 0 to 1, `null` where none is. */
export function overallProgress(running: readonly RunProgress[]): number | null {
  const total = running.reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return null;
  const done = running.reduce((sum, each) => sum + each.done, 0);
  return Math.floor((done / total) * steps) / steps;
}
