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
  webhookBytes: 8 * 1024 * 1024,
  webhooks: 200_000,
  idle: 60_000,
};
export type FixedLimits = Readonly<typeof fixedLimits>;

export type HttpLimits = Limits & FixedLimits;

export const shownBytes = 16 * 1024;
