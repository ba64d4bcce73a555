import { type Random, randomFrom } from '../seeds/random.ts';
import type { Fault } from './fault.ts';

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

interface Rule {
  readonly fault: Fault;
  readonly random: Random;
  happened: number;
}

/**
 * Selects the faults of each request. Every fault has its own random sequence: the same faults,
 * seed and sequence of requests give the same results.
 */
export class FaultSchedule {
  #rules: Rule[] = [];
  #seed = 1;

  set(faults: readonly Fault[], seed = 1): void {
    this.#seed = seed;
    this.#rules = faults.map((fault, index) => ({
      fault,
      random: randomFrom(seed * 1_000_003 + index),
      happened: 0,
    }));
  }

  get seed(): number {
    return this.#seed;
  }

  list(): SetFault[] {
    return this.#rules.map((rule) => ({
      fault: rule.fault,
      happened: rule.happened,
      left: left(rule),
    }));
  }

  /** Returns the sum of the latency and the first other fault for the next request. */
  next(request: { reads: boolean }): FaultEffect {
    let delay = 0;
    let chosen: Rule | null = null;
    for (const rule of this.#rules) {
      const { fault, random } = rule;
      if (fault.only !== undefined && (fault.only === 'reads') !== request.reads) continue;
      if (left(rule) === 0 || !random.chance(fault.share)) continue;
      if (fault.kind === 'latency') {
        delay += fault.milliseconds;
        rule.happened += 1;
      } else {
        chosen ??= rule;
      }
    }
    if (chosen !== null) chosen.happened += 1;
    return { delay, fault: chosen?.fault ?? null };
  }
}

const left = ({ fault, happened }: Rule): number | null =>
  fault.next === undefined ? null : fault.next - happened;
