import { ProblemError } from '#domain/problem.ts';
import type { Clock } from '../ports.ts';

/** How long signing out may hold up what it is the end of, in milliseconds. */
const signOutLimit = 1_000;

/**
 * Signs out at the end of something else: for a second at most, and nobody is told when it fails. The
 * auth token then ends by itself.
 */
export async function signOutQuietly(
  clock: Clock,
  signOut: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await inTime(clock, signOutLimit, signOut).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
  });
}

/**
 * Waits for work that nothing depends on, for so many milliseconds at most; then its signal is aborted,
 * and it is left to itself.
 */
async function inTime(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = new AbortController();
  const done = new AbortController();
  const limit = clock.sleep(milliseconds, done.signal).then(
    () => {
      late.abort();
    },
    () => undefined,
  );
  const working = work(late.signal);
  // Left to itself, it may still reject; whoever waits until then meets it.
  working.catch(() => undefined);
  try {
    await Promise.race([working, limit]);
  } finally {
    done.abort();
  }
}
