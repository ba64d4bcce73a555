interface Output {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Keeps the process running when its output is closed or its disk is full: an unheard `error` event would end it. */
export function ignoreOutputErrors({ stdout, stderr }: Output): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
}
