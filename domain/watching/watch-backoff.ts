import { z } from 'zod';
import type { Problem } from '../problem.ts';

/** Milliseconds. */
const minute = 60_000;
const longestBackoff = 60 * minute;
const staleAfter = 24 * 60 * minute;

/**
 * `stale`: not read for 24 hours, so that nothing is known of its webhooks. `stopped`: the installation needs
 * a sign-in, and further attempts could lock an account.
 */
export const WatchStatus = z.enum(['read', 'failed', 'stale', 'stopped']);
export type WatchStatus = z.infer<typeof WatchStatus>;

/** What a watch knows of an installation. Times are milliseconds since 1970. */
export interface WatchedInstallation {
  /** `null` before the first round. */
  readonly status: WatchStatus | null;
  readonly failures: number;
  /** Rounds that leave it out. */
  readonly roundsToSkip: number;
  /** Last successful reading that is known; `null` for none. */
  readonly readAt: number | null;
}

type AfterRound = WatchedInstallation & { readonly status: WatchStatus };

export const unreadInstallation: WatchedInstallation = {
  status: null,
  failures: 0,
  roundsToSkip: 0,
  readAt: null,
};

export const isDue = ({ status, roundsToSkip }: WatchedInstallation): boolean =>
  status !== 'stopped' && roundsToSkip === 0;

/** After a round that left it out. */
export const afterSkipping = (installation: WatchedInstallation): WatchedInstallation => ({
  ...installation,
  roundsToSkip: Math.max(0, installation.roundsToSkip - 1),
});

export const afterReading = (readAt: number): AfterRound => ({
  status: 'read',
  failures: 0,
  roundsToSkip: 0,
  readAt,
});

interface Failure {
  readonly problem: Pick<Problem, 'code'>;
  /** Time of the list on the disk. */
  readonly storedAt: number | null;
  /** Begin of a watch that stores no times of unchanged lists; `null` for another one. */
  readonly begun: number | null;
  readonly now: number;
  readonly minutes: number;
}

/** Waits 1, 3, 7 … rounds, about an hour at most. */
export function afterFailure(
  installation: WatchedInstallation,
  { problem, storedAt, begun, now, minutes }: Failure,
): AfterRound {
  const readAt = later(installation.readAt, storedAt);
  const unknownSince = later(readAt, begun);
  const failures = installation.failures + 1;
  if (problem.code === 'unauthorized' || problem.code === 'forbidden')
    return { status: 'stopped', failures, roundsToSkip: 0, readAt };
  const most = Math.max(0, Math.floor(longestBackoff / (minutes * minute)) - 1);
  return {
    status: unknownSince !== null && now - unknownSince >= staleAfter ? 'stale' : 'failed',
    failures,
    roundsToSkip: Math.min(2 ** failures - 1, most),
    readAt,
  };
}

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** Whether a watch reports the status. It reports each change of a status once. */
export const isStatusToTell = (before: WatchStatus | null, after: WatchStatus): boolean =>
  before !== after && !(before === null && after === 'read');
