import type { ProblemError } from '#domain/problem.ts';
import type { CallLane, CallTurns } from './call-turns.ts';
import { type Call, isStream, reportingUnexpected } from './report-unexpected.ts';
import { asRpcError } from './rpc-problems.ts';
import { refusedError } from './problems.ts';

export interface WindowLimits {
  /** Unanswered calls. Deleting all drafts makes one call per draft. */
  readonly calls: number;
  /** Calls at work at the same time; the others wait. Some wait for a keychain or an installation. */
  readonly atWork: number;
  /** Calls that look through whole lists, which take milliseconds each. */
  readonly throughLists: { readonly atWork: number; readonly unanswered: number };
  /** A window needs about ten streams, and one per installation shown. */
  readonly streams: number;
}

const windowLimits: WindowLimits = {
  calls: 20_000,
  atWork: 100,
  throughLists: { atWork: 2, unanswered: 1_000 },
  streams: 1_000,
};

const throughLists = new Set([
  'webhooks.filter',
  'search.open',
  'search.selection',
  'search.values',
  'comparisons.row',
  'comparisons.export',
  'editMany.rows',
]);

/** @param turns of all windows of this host */
export function optionsForWindow(
  report: (description: string) => void,
  turns: CallTurns,
  limits: WindowLimits = windowLimits,
): ReturnType<typeof reportingUnexpected> {
  const { clientInterceptors } = reportingUnexpected(report);
  // Limits come last: they must close the procedure's own stream, even if it was never read.
  return { clientInterceptors: [...clientInterceptors, limiting(limits, turns)] };
}

function limiting(limits: WindowLimits, turns: CallTurns) {
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

  const answering = (lane: CallLane, atMost: number, what: 'calls' | 'filters and searches') => {
    let unanswered = 0;
    return async ({ next, signal }: Call): Promise<unknown> => {
      if (unanswered >= atMost) throw asRpcError(tooMany(what, atMost));
      unanswered += 1;
      try {
        const output = await lane.run(next, signal);
        return isStream(output) ? limited(output) : output;
      } catch (error) {
        throw asRpcError(error);
      } finally {
        unanswered -= 1;
      }
    };
  };
  const { atWork, unanswered } = limits.throughLists;
  const answer = answering(turns.lane(limits.atWork), limits.calls, 'calls');
  const answerThroughLists = answering(turns.lane(atWork), unanswered, 'filters and searches');

  return (call: Call): Promise<unknown> =>
    throughLists.has(call.path.join('.')) ? answerThroughLists(call) : answer(call);
}

const tooMany = (
  what: 'calls' | 'streams' | 'filters and searches',
  atMost: number,
): ProblemError =>
  refusedError(`This window has reached the limit of ${atMost} ${what}.`, 'Reload the window.');
