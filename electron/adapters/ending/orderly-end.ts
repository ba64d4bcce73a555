import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../clock/clock.ts';

export interface OrderlyEnd {
  /** Brings everything that was started to its end. */
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Told when something was left behind, without data. */
  readonly log: (line: string) => void;
  /** How long closing may take, in milliseconds. */
  readonly limit: number;
}

/**
 * How a host ends: everything is closed, and then the process exits with 0. Where closing fails or takes
 * longer than the limit, what is left is left behind, the log is told, and the exit code is 1. However
 * often it is asked, it ends once.
 */
export function orderlyEnd({ close, exit, log, limit }: OrderlyEnd): () => void {
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
