import { type Problem, ProblemError } from '#domain/problem.ts';

/** Statuses of gateways that do not reach what is behind them, and of services that are busy. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** A problem that may have passed by the next attempt: a read is tried again after it. */
export class PassingProblem extends ProblemError {
  /** How long the service asks to wait, in milliseconds; `null` where it does not say. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem);
    this.retryAfter = retryAfter;
  }
}

/**
 * What `Retry-After` asks for, in milliseconds: seconds, or a date by the clock of the answer's own
 * `Date`. `null` where it says neither. RFC 9110 §10.2.3.
 */
export function retryAfterOf(value: string | null, date: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  // Dates of HTTP begin with the name of the day; JavaScript takes much else for a date.
  const until = /^\s*[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const there = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(there) ? now.getTime() : there));
}
