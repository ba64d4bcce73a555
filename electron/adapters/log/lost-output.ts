interface Output {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Without a listener, a closed or full output would end the process by an uncaught exception. */
export function tolerateLostOutput({ stdout, stderr }: Output): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
}
