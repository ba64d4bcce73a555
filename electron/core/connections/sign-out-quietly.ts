import { ProblemError } from '#domain/problem.ts';
import type { Clock } from '../ports.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';

const limitMilliseconds = 1_000;

/** Ignores failures and stops after `limitMilliseconds`; the auth token then expires by itself. */
export async function signOutQuietly(
  clock: Clock,
  signOut: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  try {
    const ended = await withTimeout(clock, signOut(end.signal), limitMilliseconds);
    if (ended === timedOut) end.abort();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}
