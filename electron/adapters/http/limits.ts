import type { Limits } from '#domain/installation/limits.ts';

/** Milliseconds and bytes; the same for every installation. */
export const fixedLimits = {
  /** For the body of an error answer. */
  errorBody: 3_000,
  /** Pauses before retries of a read; up to half of each is added at random. */
  retryPauses: [250, 750, 1_500],
  /** Latest start of a retry after the first attempt. */
  retryBudget: 15_000,
  /** Longest accepted `Retry-After`; a longer one is reported as a problem. */
  retryAfter: 10_000,
  /** Of one webhook. */
  webhookBytes: 8 * 1024 * 1024,
  /** Number of webhooks in a list. */
  webhooks: 200_000,
  /** Until the connections of an unused route are closed. */
  idle: 60_000,
};
export type FixedLimits = Readonly<typeof fixedLimits>;

export type HttpLimits = Limits & FixedLimits;

/** Bytes of an answer that the details of a problem show. */
export const shownBytes = 16 * 1024;

export class TimeLimitPassed extends Error {
  override readonly name = 'TimeLimitPassed';
}

/** A signal that aborts after the time or with one of the others. Disposing it stops the timer. */
export function timeLimit(
  milliseconds: number,
  others: readonly (AbortSignal | undefined)[],
): Disposable & { readonly signal: AbortSignal } {
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    timeout.abort(new TimeLimitPassed());
  }, milliseconds);
  return {
    signal: AbortSignal.any([timeout.signal, ...others.filter((signal) => signal !== undefined)]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
    },
  };
}
