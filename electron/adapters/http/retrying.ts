import { setTimeout } from 'node:timers/promises';
import { PassingProblem } from './problems/passing-problem.ts';

/**
 * Tries a read again after a problem that may have passed: once after each pause (ms), to which up
 * to half is added at random, so that many clients do not come back at the same moment.
 */
export async function retrying<Result>(
  pauses: readonly number[],
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PassingProblem) || signal.aborted) throw error;
      const waited = await setTimeout(pause * (1 + Math.random() / 2), true, { signal }).catch(
        () => false,
      );
      // Ended while waiting: what is known of the last attempt says more than that it ended.
      if (!waited) throw error;
    }
  }
  return attempt();
}
