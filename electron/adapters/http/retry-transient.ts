import { setTimeout } from 'node:timers/promises';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { FixedLimits } from './limits.ts';

type RetryLimits = Pick<FixedLimits, 'retryPauses' | 'retryBudget' | 'retryAfter'>;

/** A problem that may pass, so that a read is worth a retry. */
export class TransientProblem extends ProblemError {
  /** Milliseconds; `null` when the service does not say. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem);
    this.retryAfter = retryAfter;
  }
}

/** Repeats the attempt after pauses while it fails with a `TransientProblem`. */
export async function retryTransient<Result>(
  limits: RetryLimits,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (const usual of limits.retryPauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientProblem) || signal?.aborted === true) throw error;
      const spent = performance.now() - began;
      const pause = pauseBefore({ usual, asked: error.retryAfter, spent }, limits, Math.random());
      if (pause === null) throw error;
      const isWholePause = await setTimeout(
        pause,
        true,
        signal === undefined ? {} : { signal },
      ).catch(() => false);
      // Aborted while waiting: the last problem says more than the abort.
      if (!isWholePause) throw error;
    }
  }
  return attempt();
}

/** Milliseconds, partly random to spread clients; `null` when too long or too late for a retry. */
export function pauseBefore(
  { usual, asked, spent }: { usual: number; asked: number | null; spent: number },
  { retryBudget, retryAfter }: Omit<RetryLimits, 'retryPauses'>,
  chance: number,
): number | null {
  if (asked !== null && asked > retryAfter) return null;
  const pause = Math.max(usual, asked ?? 0) + (usual / 2) * chance;
  return spent + pause > retryBudget ? null : pause;
}

/** Milliseconds. Source: RFC 9110 §10.2.3. A date is relative to the answer's own `Date`. */
export function retryAfterOf(value: string | null, date: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  // HTTP dates begin with a weekday; `Date.parse` accepts much else.
  const until = /^\s*[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const serverTime = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(serverTime) ? now.getTime() : serverTime));
}
