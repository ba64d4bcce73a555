import type { Clock } from './ports.ts';

/** The work took longer than it may; it goes on all the same. */
export const timedOut = Symbol('timed out');

/** One for all: an error for each timer that is not needed would cost more than the timer. */
const notNeeded = new Error('The work ended before its time limit.');

/** The result of the work, or `timedOut` after so many milliseconds. */
export async function withTimeout<Result>(
  clock: Pick<Clock, 'sleep'>,
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | typeof timedOut> {
  const done = new AbortController();
  const expired = (): typeof timedOut => timedOut;
  const timer = clock.sleep(milliseconds, done.signal).then(expired, expired);
  try {
    return await Promise.race([work, timer]);
  } finally {
    done.abort(notNeeded);
  }
}
