/** What is needed of `process.stdout` and `process.stderr`. */
interface OutputStream {
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Keeps a closed stdout or stderr from ending the process, as when the terminal is gone. Without a listener
 * each line that is written there becomes an uncaught EPIPE.
 */
export function ignoreClosedOutput(...streams: readonly OutputStream[]): void {
  // There is nobody left to report it to.
  for (const stream of streams) stream.on('error', () => undefined);
}
