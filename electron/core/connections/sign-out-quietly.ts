import { ProblemError } from '#domain/problem.ts';
import type { Clock } from '../ports.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';

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
  const end = new AbortController();
  try {
    const ended = await withTimeout(clock, signOut(end.signal), signOutLimit);
    if (ended === timedOut) end.abort();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}
