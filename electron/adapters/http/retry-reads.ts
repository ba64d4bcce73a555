import { setTimeout } from 'node:timers/promises';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { faults, type Kind } from './errors/faults.ts';
import type { FixedLimits } from './limits.ts';
import type { WireRequest } from './wire-request.ts';

type RetryLimits = Pick<FixedLimits, 'retryPauses' | 'retryBudget' | 'retryAfter'>;

/** Reads only: a write that is sent again could take effect twice. */
export const mayRetry = ({ method }: Pick<WireRequest, 'method'>): boolean => method === 'GET';

/** Kinds that a retry does not help. */
const lastingKinds = new Set<Kind>(['no-such-host', 'not-tls', 'certificate']);
/** `server-unavailable` is status 502, 503 or 504. */
const busyKinds = new Set<Kind>([
  'timeout-connecting',
  'request-timed-out',
  'too-many-requests',
  'server-unavailable',
]);

/** Whether the failure or status may pass: no connection, a broken connection, or a busy service. */
export const isTransient = (kind: Kind): boolean =>
  busyKinds.has(kind) || (faults[kind].code === 'unreachable' && !lastingKinds.has(kind));

/** A problem that may pass, so that a read is worth a retry. */
export class TransientProblem extends ProblemError {
  /** Milliseconds; `null` when the service does not say. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem);
    this.retryAfter = retryAfter;
  }
}

/** Repeats a read after pauses while it fails with a `TransientProblem`. */
export async function retryRead<Result>(
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
