/** What is needed of Node's `process`. */
interface Output {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Keeps a standard output that is closed or full from ending the process. Without a listener its error
 * is an uncaught exception, and printing that exception is the next one.
 */
export function tolerateLostOutput({ stdout, stderr }: Output): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
}
