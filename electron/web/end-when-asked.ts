import { endOnSignals } from '#adapters/ending/end-on-signals.ts';
import { orderlyEnd } from '#adapters/ending/orderly-end.ts';

/** How long everything may take to end, in milliseconds. */
const limit = 5_000;

/**
 * Ends the process with exit code 0 once it is asked to: by Ctrl C, by a signal, or by the end of the
 * standard input. A second signal ends it at once, as does the end of its time limit.
 */
export function endWhenAsked(
  close: () => Promise<void>,
  withStdin: boolean,
  log: (line: string) => void,
): void {
  const exit = (code: number): void => process.exit(code);
  const end = orderlyEnd({ close, exit, log, limit });
  endOnSignals(process, end, exit);
  if (withStdin) {
    process.stdin.once('close', end);
    process.stdin.on('error', end);
    process.stdin.resume();
  }
}
