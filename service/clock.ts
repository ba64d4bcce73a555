/** Where the time comes from, so that a test can say it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };
