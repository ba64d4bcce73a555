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
