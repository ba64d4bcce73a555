import { endOnSignals } from '#adapters/shutdown/end-on-signals.ts';
import { gracefulShutdown } from '#adapters/shutdown/graceful-shutdown.ts';

const limitMilliseconds = 5_000;

/** Exits with 0 after a signal or the end of stdin. */
export function shutDownWhenAsked(
  close: () => Promise<void>,
  withStdin: boolean,
  log: (line: string) => void,
): void {
  const exit = (code: number): void => process.exit(code);
  const end = gracefulShutdown({ close, exit, log, limit: limitMilliseconds });
  endOnSignals(process, end, exit);
  if (withStdin) {
    process.stdin.once('close', end);
    process.stdin.on('error', end);
    process.stdin.resume();
  }
}
