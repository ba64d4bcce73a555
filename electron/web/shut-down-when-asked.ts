import { endOnSignals, gracefulShutdown } from '#adapters/shutdown/graceful-shutdown.ts';

/** The help promises an end within 5 s. */
const limitMilliseconds = 4_500;

/** Exits with 0 after a signal or the end of stdin, and with 1 when closing fails or takes too long. */
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
