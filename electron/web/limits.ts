/** What the web host serves at once. */
export interface WebLimits {
  /** Connections that are not web sockets. */
  readonly connections: number;
  /** How long a connection may send nothing, and how long the head of a request may take, in milliseconds. */
  readonly idle: number;
  /** Web sockets; each window has one. */
  readonly windows: number;
  /** Output in bytes that one window may leave unread. */
  readonly unread: number;
}

/** A browser opens 6 connections to a host. The largest answer to a window has some megabytes. */
export const webLimits: WebLimits = {
  connections: 256,
  idle: 5_000,
  windows: 32,
  unread: 64 * 1024 * 1024,
};
