/** A browser opens 6 connections to a host. The largest answer has some megabytes. */
export const webLimits = {
  connections: 256,
  /** Milliseconds without data, or for the head of a request. */
  idle: 5_000,
  windows: 32,
  /** Bytes of output that one window may leave unread. */
  unread: 64 * 1024 * 1024,
};
export type WebLimits = Readonly<typeof webLimits>;
