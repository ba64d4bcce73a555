import pLimit from 'p-limit';
import type { PlanSource, PrepareEvent, RunEvent } from '#contract/plans.ts';
import { mayBeDisabledByPause, isPastEnd, type Pause } from '#domain/pausing/pause.ts';
import type { RunOptions } from '#domain/publishing/plan.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ports } from '../ports.ts';
import { untilAborted } from '../until-aborted.ts';
import { WakeableSleep } from '../wakeable-sleep.ts';
import type { Connections } from '../connections/connections.ts';
import { withTimeout } from '../with-timeout.ts';
import type { PauseRecords } from './pause-records.ts';
import type { Pauses } from './pauses.ts';

/** The part of `Plans` that the clock uses. */
interface PausingPlans {
  prepare(source: PlanSource, signal: AbortSignal): AsyncIterable<PrepareEvent>;
  run(planId: string, keys: string[], options: RunOptions): Promise<void>;
  forget(planId: string): Promise<void>;
  readonly runs: {
    watch(planId: string): AsyncIterable<RunEvent>;
    cancel(planId: string): void;
    isOpen(planId: string): Promise<boolean>;
  };
}

interface Needs {
  readonly ports: Ports;
  readonly journal: Journal;
  readonly connections: Connections;
  readonly pauseRecords: PauseRecords;
  readonly pauses: Pauses;
  readonly plans: PausingPlans;
}

/** Milliseconds. The clock of the machine may be set, and the machine may sleep. */
const longestSleep = 60_000;
/** Milliseconds that the last step may take when Hookdesk closes. */
const timeLimit = 2_000;

const options: RunOptions = { atOnce: 4, onFailure: 'go-on' };

const signInNeeded = 'The installation needs a sign-in.';

/** Begins scheduled pauses, and resumes those that a person wished to resume by themselves. */
export class PauseClock {
  readonly #needs: Needs;
  readonly #end = new AbortController();
  readonly #oneAtATime = pLimit(1);
  readonly #sleep: WakeableSleep;
  #following: Promise<void> = Promise.resolve();
  /** Of the last check, also while the vault is locked. */
  #waiting: readonly Pick<Pause, 'id' | 'from' | 'until' | 'resumesItself'>[] = [];
  /** Pauses that ended while their records could not be read, with the reason. */
  readonly #missed = new Map<string, string>();
  /** Pauses that are over, and whose requests were in History at this start. */
  readonly #recent = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#sleep = new WakeableSleep(needs.ports.clock);
    const wake = (): void => {
      this.#sleep.wake();
    };
    needs.pauseRecords.onChange(wake);
    needs.connections.uses.onPlanEnd(wake);
  }

  /** Runs until `close`. A host of one command does not start it. */
  start(): void {
    const { signal } = this.#end;
    void this.#needs.pauseRecords.vaultAnswer.then(() => {
      if (!signal.aborted) this.#following = this.#follow(signal);
    });
  }

  /**
   * Begins and resumes once what is due, for a host that did not start the clock.
   * @returns the time of the next pause to begin or resume, `null` for none. @throws ProblemError `vault-locked`
   */
  async checkOnce(signal?: AbortSignal): Promise<Date | null> {
    await this.#needs.pauseRecords.vaultAnswer;
    await untilAborted(this.#checkInTurn(), signal);
    const now = this.#needs.ports.clock.now();
    const times = this.#waiting.flatMap(({ from, until, resumesItself }) =>
      resumesItself && until !== null ? [from, until] : [from],
    );
    return times.filter((time) => time > now).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#sleep.wake();
    const last = Promise.all([this.#following, this.#oneAtATime(() => null)]);
    await withTimeout(this.#needs.ports.clock, last, timeLimit);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#sleep.noteLook();
      try {
        await this.#checkInTurn();
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        this.#noteMissed(error.problem.message);
      }
      this.#needs.pauses.reportState();
      await this.#sleep.sleep(this.#untilNext(), signal);
    }
  }

  /** Milliseconds until the next time of a pause, a minute at most; `null` while none waits for a time. */
  #untilNext(): number | null {
    const now = this.#needs.ports.clock.now().getTime();
    // A pause that has begun and has no end waits for a person.
    const waiting = this.#waiting.filter(
      ({ from, until }) => until !== null || from.getTime() > now,
    );
    if (waiting.length === 0) return null;
    const times = waiting.flatMap(({ from, until }) => [from, until ?? from]);
    const next = times.map((time) => time.getTime() - now).filter((left) => left > 0);
    return Math.min(longestSleep, ...next);
  }

  /** A check does not count as use of the vault, because no person asked for it. */
  #checkInTurn(): Promise<void> {
    return this.#oneAtATime(() => this.#needs.ports.vault.withoutUse(() => this.#check()));
  }

  async #check(): Promise<void> {
    const { pauseRecords, ports } = this.#needs;
    const { status, reason } = ports.vault.state();
    if (status === 'waiting') {
      // Its answer may take long, and wakes the clock.
      this.#noteMissed(reason ?? 'The keychain has not answered.');
      return;
    }
    await pauseRecords.update([]);
    await this.#needs.pauses.closePlanned();
    for (const [id, reason] of this.#missed) {
      await this.#noteEnd(id, `When the pause ended: ${reason}`);
      this.#missed.delete(id);
    }
    const pauses = await pauseRecords.all();
    const now = ports.clock.now();
    this.#waiting = pauses.filter((pause) => !isPastEnd(pause, now));
    for (const pause of pauses) {
      if (this.#end.signal.aborted) return;
      if (isToBegin(pause, now)) await this.#begin(pause);
      else if (isToResume(pause, now)) await this.#resumeOncePaused(pause);
      else await this.#forgetWhenOver(pause, now);
    }
  }

  #noteMissed(reason: string): void {
    const now = this.#needs.ports.clock.now();
    for (const { id, until, resumesItself } of this.#waiting)
      if (resumesItself && until !== null && until <= now) this.#missed.set(id, reason);
  }

  async #begin({ id, selection, until, reason, zone, resumesItself }: Pause): Promise<void> {
    const terms = { until, reason, zone, resumesItself };
    const note = await this.#run({ kind: 'pause', pauseId: id, selection, ...terms });
    if (this.#end.signal.aborted) return;
    await this.#needs.pauseRecords.change([id], (pause) => ({
      ...pause,
      note: note ?? (pause.pausingPlanId === null ? 'No webhook could be paused.' : null),
    }));
  }

  /** Once: what is not resumed then is overdue. The end of the pausing plan wakes the clock again. */
  async #resumeOncePaused({ id, pausingPlanId }: Pause): Promise<void> {
    if (this.#needs.connections.uses.runningPlans().has(pausingPlanId ?? '')) return;
    const note = await this.#run({ kind: 'resume', pauseIds: [id] });
    // A plan that began has ended the pause already.
    if (!this.#end.signal.aborted) await this.#noteEnd(id, note);
  }

  /** @param note why something could not be resumed */
  #noteEnd(id: string, note: string | null): Promise<void> {
    const { pauseRecords, ports } = this.#needs;
    return pauseRecords.change([id], (pause) => ({
      ...pause,
      endedAt: pause.endedAt ?? ports.clock.now(),
      note,
    }));
  }

  /** Runs the rows that are ready. @returns why others are not, `null` for none */
  async #run(source: PlanSource): Promise<string | null> {
    const { plans, journal, pauseRecords } = this.#needs;
    const keys: string[] = [];
    const unchanged: string[] = [];
    let note: string | null = null;
    try {
      for await (const event of plans.prepare(source, this.#end.signal)) {
        if (event.kind === 'rows') {
          for (const { key, state, selected, reasons } of event.rows) {
            if (state === 'ready' && selected) keys.push(key);
            else if (state === 'unchanged') unchanged.push(key);
            else note ??= reasons[0] ?? null;
          }
        }
        if (event.kind !== 'end') continue;
        // A pause of webhooks that another pause disabled sends nothing.
        if (keys.length === 0 && source.kind === 'pause') keys.push(...unchanged);
        if (keys.length === 0) {
          await plans.forget(event.planId);
          return note;
        }
        await plans.run(event.planId, keys, options);
        for await (const run of plans.runs.watch(event.planId)) {
          if (run.kind !== 'state' || (run.planState.signInNeeded ?? []).length === 0) continue;
          note ??= signInNeeded;
          plans.runs.cancel(event.planId);
        }
        await journal.onDisk();
        await pauseRecords.update();
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      note ??= error.problem.message;
    }
    return note;
  }

  /** While History has its requests, an undo can pause again. */
  async #forgetWhenOver(pause: Pause, now: Date): Promise<void> {
    const { journal, pauseRecords, plans } = this.#needs;
    const { id, webhooks, pausingPlanId, resumingPlanIds } = pause;
    const isOver =
      pausingPlanId !== null &&
      isPastEnd(pause, now) &&
      webhooks.every((each) => !mayBeDisabledByPause(each) && each.state !== 'planned');
    if (!isOver || this.#recent.has(id)) return;
    for (const planId of [pausingPlanId, ...resumingPlanIds]) {
      if (await plans.runs.isOpen(planId)) return;
      for await (const page of journal.pages({ planId })) {
        if (page.length === 0) continue;
        this.#recent.add(id);
        return;
      }
    }
    await pauseRecords.remove(id);
  }
}

const isToBegin = (pause: Pause, now: Date): boolean =>
  pause.pausingPlanId === null &&
  // A note says why an earlier begin failed.
  pause.note === null &&
  pause.from <= now &&
  !isPastEnd(pause, now);

const isToResume = ({ pausingPlanId, resumesItself, endedAt, until, webhooks }: Pause, now: Date) =>
  pausingPlanId !== null &&
  resumesItself &&
  endedAt === null &&
  until !== null &&
  until <= now &&
  webhooks.some(mayBeDisabledByPause);
