import type { Limits } from '#domain/installation/limits.ts';

/** Milliseconds and bytes; the same for every installation. */
export interface FixedLimits {
  /** For the body of an error answer. */
  readonly errorBody: number;
  /** Pauses before retries of a read; up to half of each is added at random. */
  readonly retryPauses: readonly number[];
  /** Latest start of a retry after the first attempt. */
  readonly retryBudget: number;
  /** Longest accepted `Retry-After`; a longer one is reported as a problem. */
  readonly retryAfter: number;
  readonly webhookBytes: number;
  readonly webhooks: number;
  readonly idle: number;
}

export type HttpLimits = Limits & FixedLimits;

export const fixedLimits: FixedLimits = {
  errorBody: 3_000,
  retryPauses: [250, 750, 1_500],
  retryBudget: 15_000,
  retryAfter: 10_000,
  webhookBytes: 8 * 1024 * 1024,
  webhooks: 200_000,
  idle: 60_000,
};

export const shownBytes = 16 * 1024;
