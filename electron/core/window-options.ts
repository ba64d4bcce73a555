import { plainError, type ProblemError } from '#domain/problem.ts';
import { isStream, reportingUnexpected } from './report-unexpected.ts';
import { asRpcError } from './rpc-problems.ts';

/** What one window may have open at once. */
export interface WindowLimits {
  /** Calls that have no answer yet. Deleting all drafts makes one call for each of them. */
  readonly calls: number;
  /** Streams; a window follows about ten things, and one for each installation that it has shown. */
  readonly streams: number;
}

const windowLimits: WindowLimits = { calls: 20_000, streams: 1_000 };

/** The options of the RPC handler of one window: reports unexpected errors and limits what is open. */
export function optionsForWindow(
  report: (description: string) => void,
  limits: WindowLimits = windowLimits,
): ReturnType<typeof reportingUnexpected> {
  const { clientInterceptors } = reportingUnexpected(report);
  // The limits come last: they close the procedure’s own stream, also one that was never read.
  return { clientInterceptors: [...clientInterceptors, limiting(limits)] };
}

/** Refuses calls and streams that are too many with a problem; those that are open go on. */
function limiting(limits: WindowLimits) {
  let calls = 0;
  let streams = 0;

  // The count begins with the first read: a stream that nobody reads never ends either.
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
  plainError(
    'refused',
    `This window has ${atMost} ${what} open, and Hookdesk serves no more at once.`,
    'Reload the window.',
  );
