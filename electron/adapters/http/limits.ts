import type { Limits } from '#domain/installation/limits.ts';

/** Limits that are the same for every installation. Times in milliseconds, sizes in bytes. */
export interface FixedLimits {
  /** For the body of an answer that is an error already: it only says why. */
  readonly errorBody: number;
  /** Pauses before a read is tried again; up to half of each is added at random. */
  readonly retryPauses: readonly number[];
  /** No further attempt begins later than this after the first. */
  readonly retryBudget: number;
  /** The longest pause that an installation may ask for; where it asks for more, it is told. */
  readonly retryAfter: number;
  /** The largest single webhook: so much is parsed in one go. */
  readonly webhookBytes: number;
  /** The longest list that is taken. */
  readonly webhooks: number;
  /** How long connections stay after their last use. */
  readonly idle: number;
}

/** Everything that bounds an exchange: the connection's own limits, and the fixed ones. */
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

/** What of an answer's body is shown behind "details". */
export const shownBytes = 16 * 1024;
