import { type Random, randomFrom } from '../seeds/random.ts';
import type { Fault } from './fault.ts';

/** A fault that is set, with its counts. */
export interface SetFault {
  readonly fault: Fault;
  /** Number of requests that the fault hit. */
  readonly happened: number;
  /** Number of requests that the fault still hits; `null` without a limit. */
  readonly left: number | null;
}

export interface FaultEffect {
  /** Delay before the operation, in milliseconds: the sum of all `latency` faults that hit. */
  readonly delay: number;
  /** The fault after the delay, or `null`. */
  readonly fault: Fault | null;
}

interface ScheduledFault {
  readonly fault: Fault;
  readonly random: Random;
  happened: number;
}

/**
 * Selects the faults of each request. Every fault has its own random sequence: the same faults,
 * seed and sequence of requests give the same results.
 */
export class FaultSchedule {
  #scheduled: ScheduledFault[] = [];
  #seed = 1;

  set(faults: readonly Fault[], seed = 1): void {
    this.#seed = seed;
    this.#scheduled = faults.map((fault, index) => ({
      fault,
      random: randomFrom(seed * 1_000_003 + index),
      happened: 0,
    }));
  }

  get seed(): number {
    return this.#seed;
  }

  list(): SetFault[] {
    return this.#scheduled.map((scheduled) => ({
      fault: scheduled.fault,
      happened: scheduled.happened,
      left: remaining(scheduled),
    }));
  }

  /** Returns the sum of the latency and the first other fault for the next request. */
  next(request: { isRead: boolean }): FaultEffect {
    let delay = 0;
    let chosen: ScheduledFault | null = null;
    for (const scheduled of this.#scheduled) {
      const { fault, random } = scheduled;
      if (fault.only !== undefined && (fault.only === 'reads') !== request.isRead) continue;
      if (remaining(scheduled) === 0 || !random.chance(fault.share)) continue;
      if (fault.kind === 'latency') {
        delay += fault.milliseconds;
        scheduled.happened += 1;
      } else {
        chosen ??= scheduled;
      }
    }
    if (chosen !== null) chosen.happened += 1;
    return { delay, fault: chosen?.fault ?? null };
  }
}

/** Requests that the fault still hits; `null` without a limit. */
const remaining = ({ fault, happened }: ScheduledFault): number | null =>
  fault.next === undefined ? null : fault.next - happened;
