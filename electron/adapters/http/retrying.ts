import { setTimeout } from 'node:timers/promises';
import type { FixedLimits } from './limits.ts';
import { PassingProblem } from './problems/passing-problem.ts';

type Bounds = Pick<FixedLimits, 'retryPauses' | 'retryBudget' | 'retryAfter'>;

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
