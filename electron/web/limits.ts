export interface WebLimits {
  readonly connections: number;
  /** Milliseconds without data, or for the head of a request. */
  readonly idle: number;
  readonly windows: number;
  /** Bytes of output that one window may leave unread. */
  readonly unread: number;
}

/** A browser opens 6 connections to a host. The largest answer has some megabytes. */
export const webLimits: WebLimits = {
  connections: 256,
  idle: 5_000,
  windows: 32,
  unread: 64 * 1024 * 1024,
};
