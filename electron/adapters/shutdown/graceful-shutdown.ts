import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../clock/clock.ts';

interface GracefulShutdown {
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Must not contain data. */
  readonly log: (line: string) => void;
  /** Milliseconds. */
  readonly limit: number;
}

/** Exits with 0, or with 1 when `close` fails or exceeds the limit. */
export function gracefulShutdown({ close, exit, log, limit }: GracefulShutdown): () => void {
  const end = async (): Promise<void> => {
    const closed = close().then(
      () => 'closed' as const,
      () => 'failed' as const,
    );
    const how = await withTimeout(systemClock, closed, limit);
    if (how !== 'closed') log(`shutdown: ${how === timedOut ? 'took too long' : how}`);
    exit(how === 'closed' ? 0 : 1);
  };
  let ending: Promise<void> | null = null;
  return () => {
    ending ??= end();
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  removeAllListeners(signal: Signal): unknown;
}

/** 128 plus the number of SIGINT, as shells do. */
const interrupted = 130;

/** The first signal starts an orderly end, the second exits. Call last: removes other listeners. */
export function endOnSignals(
  source: SignalSource,
  end: () => void,
  exit: (code: number) => void,
): void {
  let asked = false;
  for (const signal of signals) {
    // conf's (when-exit) would resend the signal and kill Hookdesk; Chromium's would await windows.
    source.removeAllListeners(signal);
    source.on(signal, () => {
      if (asked) {
        exit(interrupted);
        return;
      }
      asked = true;
      end();
    });
  }
}

export function resetSignals(source: SignalSource): void {
  for (const signal of signals) {
    // Node resets a signal when its last listener is removed, also after Chromium set a handler.
    source.on(signal, () => undefined);
    source.removeAllListeners(signal);
  }
}
