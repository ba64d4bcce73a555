import type { Clock } from './ports.ts';

export const timedOut = Symbol('timed out');

/** Shared: an error per timer would cost more than the timer. */
const notNeeded = new Error('The work ended before its time limit.');

/** The result of the work, or `timedOut` after the time; the work then continues. */
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
