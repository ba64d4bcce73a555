import type { ProblemError } from '#domain/problem.ts';
import { isStream, reportingUnexpected } from './report-unexpected.ts';
import { asRpcError } from './rpc-problems.ts';
import { refusedError } from './problems.ts';

export interface WindowLimits {
  /** Unanswered calls. Deleting all drafts makes one call per draft. */
  readonly calls: number;
  /** A window needs about ten streams, and one per installation shown. */
  readonly streams: number;
}

const windowLimits: WindowLimits = { calls: 20_000, streams: 1_000 };

export function optionsForWindow(
  report: (description: string) => void,
  limits: WindowLimits = windowLimits,
): ReturnType<typeof reportingUnexpected> {
  const { clientInterceptors } = reportingUnexpected(report);
  // Limits come last: they must close the procedure's own stream, even if it was never read.
  return { clientInterceptors: [...clientInterceptors, limiting(limits)] };
}

function limiting(limits: WindowLimits) {
  let calls = 0;
  let streams = 0;

  // Counts from the first read: an unread stream never ends.
  async function* limited(
    events: AsyncGenerator<unknown, unknown, void>,
  ): AsyncGenerator<unknown, unknown, void> {
    if (streams >= limits.streams) {
      await events.return(undefined);
      throw asRpcError(tooMany('streams', limits.streams));
    }
    streams += 1;
    try {
      return yield* events;
    } finally {
      streams -= 1;
    }
  }

  return async ({ next }: { readonly next: () => Promise<unknown> }): Promise<unknown> => {
    if (calls >= limits.calls) throw asRpcError(tooMany('calls', limits.calls));
    calls += 1;
    try {
      const output = await next();
      return isStream(output) ? limited(output) : output;
    } finally {
      calls -= 1;
    }
  };
}

const tooMany = (what: 'calls' | 'streams', atMost: number): ProblemError =>
  refusedError(`This window has reached the limit of ${atMost} ${what}.`, 'Reload the window.');
