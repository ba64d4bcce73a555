import type { Clock } from '../ports.ts';

/** The work took longer than it may; it goes on all the same. */
export const late = Symbol('late');

/** What the work gives, or `late` after so many milliseconds. */
export async function within<Result>(
  clock: Clock,
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | typeof late> {
  const done = new AbortController();
  // Nobody looks at what it gives once it is stopped.
  const timer = clock.sleep(milliseconds, done.signal).then(
    (): typeof late => late,
    (): typeof late => late,
  );
  try {
    return await Promise.race([work, timer]);
  } finally {
    done.abort();
  }
}
