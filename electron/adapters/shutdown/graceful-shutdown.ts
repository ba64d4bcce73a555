import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../clock/clock.ts';

export interface GracefulShutdown {
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Must not contain data. */
  readonly log: (line: string) => void;
  /** Milliseconds. */
  readonly limit: number;
}

/** Exits with 0, or with 1 when `close` fails or exceeds the limit. */
export function gracefulShutdown({ close, exit, log, limit }: GracefulShutdown): () => void {
  let ending = false;
  return () => {
    if (ending) return;
    ending = true;
    void withinLimit(close, limit).then((how) => {
      if (how !== 'closed') log(`shutdown: ${how}`);
      exit(how === 'closed' ? 0 : 1);
    });
  };
}

async function withinLimit(
  close: () => Promise<void>,
  limit: number,
): Promise<'closed' | 'failed' | 'took too long'> {
  const closed = close().then(
    () => 'closed' as const,
    () => 'failed' as const,
  );
  const how = await withTimeout(systemClock, closed, limit);
  return how === timedOut ? 'took too long' : how;
}
