import { setTimeout } from 'node:timers/promises';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { FixedLimits } from './limits.ts';

type Bounds = Pick<FixedLimits, 'retryPauses' | 'retryBudget' | 'retryAfter'>;

/** A problem that may have passed by the next attempt: a read is tried again after it. */
export class PassingProblem extends ProblemError {
  /** How long the service asks to wait, in milliseconds; `null` when it does not say. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem);
    this.retryAfter = retryAfter;
  }
}

/**
 * Tries a read again after a problem that may have passed, once after each pause of the bounds.
 *
 * @param signal ends the waiting, and with it the trying
 */
export async function retrying<Result>(
  bounds: Bounds,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (const usual of bounds.retryPauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PassingProblem) || signal?.aborted === true) throw error;
      const spent = performance.now() - began;
      const pause = pauseBefore({ usual, asked: error.retryAfter, spent }, bounds, Math.random());
      if (pause === null) throw error;
      const waited = await setTimeout(pause, true, signal === undefined ? {} : { signal }).catch(
        () => false,
      );
      // Ended while waiting: what is known of the last attempt says more than that it ended.
      if (!waited) throw error;
    }
  }
  return attempt();
}

/**
 * How long to wait before the next attempt, in milliseconds: the usual pause, or as long as the service
 * asks to (`Retry-After`, RFC 9110 §10.2.3), and up to half of the usual one more, so that many clients
 * do not come back at the same moment. `null` where that is too long, or too late after the first.
 *
 * @param chance at least 0 and below 1
 */
export function pauseBefore(
  { usual, asked, spent }: { usual: number; asked: number | null; spent: number },
  { retryBudget, retryAfter }: Omit<Bounds, 'retryPauses'>,
  chance: number,
): number | null {
  if (asked !== null && asked > retryAfter) return null;
  const pause = Math.max(usual, asked ?? 0) + (usual / 2) * chance;
  return spent + pause > retryBudget ? null : pause;
}

/**
 * What `Retry-After` asks for, in milliseconds: seconds, or a date by the clock of the answer's own
 * `Date`. `null` where it says neither. RFC 9110 §10.2.3.
 */
export function retryAfterOf(value: string | null, date: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  // Dates of HTTP begin with the name of the day; JavaScript takes much else for a date.
  const until = /^\s*[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const there = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(there) ? now.getTime() : there));
}
