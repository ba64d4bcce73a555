/** How long everything may take to end, in milliseconds. */
const patience = 5_000;

/**
 * Ends the process with exit code 0 once it is asked to: by Ctrl C, by a signal, or by the end of the
 * standard input. A second signal ends it at once, as does the end of its patience.
 */
export function endWhenAsked(close: () => Promise<void>, withStdin: boolean): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), patience).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The settings' library (conf, through when-exit) answers a signal by sending it again, which would
    // be the second one. What it has to do at the end it also does when the process exits.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (ending) process.exit(130);
      end();
    });
  }
  if (withStdin) {
    process.stdin.once('close', end);
    process.stdin.on('error', end);
    process.stdin.resume();
  }
}
