import type { ProblemError } from '#domain/problem.ts';
import type { Clock } from './ports.ts';
import { cancelled, refusedError, stopIfCancelled } from './problems.ts';
import { asRpcError, type Call, isStream, reportingUnexpected } from './rpc-errors.ts';
import { passphraseNeeded } from './vault/vault-problems.ts';

interface WindowLimits {
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

/** Procedures that look through whole lists. */
const listProcedures = new Set([
  'webhooks.filter',
  'search.open',
  'search.selection',
  'search.values',
  'comparisons.row',
  'comparisons.export',
  'editMany.rows',
]);

/** Interceptors that report unexpected errors and limit the calls of a window. @param turns of all windows of this host */
export function optionsForWindow(
  reportUnexpected: (description: string) => void,
  turns: CallTurns,
  limits: WindowLimits = windowLimits,
): ReturnType<typeof reportingUnexpected> {
  const { clientInterceptors } = reportingUnexpected(reportUnexpected);
  // Limits come last: they must close the procedure's own stream, even if it was never read.
  return { clientInterceptors: [...clientInterceptors, limiting(limits, turns)] };
}

/** What works without the passphrase when a command opens the data folder itself. */
const groupsWhileLocked = new Set(['app', 'settings', 'connections', 'vault']);

/** A locked vault gives a command no more than a window shows. @param isLocked the passphrase vault */
export function optionsForCommand(
  reportUnexpected: (description: string) => void,
  turns: CallTurns,
  isLocked: () => boolean,
): ReturnType<typeof reportingUnexpected> {
  const { clientInterceptors } = optionsForWindow(reportUnexpected, turns);
  const refuse = ({ next, path: [group = ''] }: Call): Promise<unknown> => {
    if (isLocked() && !groupsWhileLocked.has(group)) throw asRpcError(passphraseNeeded());
    return next();
  };
  return { clientInterceptors: [...clientInterceptors, refuse] };
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
    listProcedures.has(call.path.join('.')) ? answerThroughLists(call) : answer(call);
}

const tooMany = (
  what: 'calls' | 'streams' | 'filters and searches',
  atMost: number,
): ProblemError =>
  refusedError(`This window has reached the limit of ${atMost} ${what}.`, 'Reload the window.');

/** Calls that start in one turn of the event loop. Between turns, messages of other windows arrive. */
const startsPerTurn = 4;

/** Limits how many calls of one window run at the same time. */
interface CallLane {
  /** Rejects with `aborted` when the signal ends the wait. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
}

/** Starts the calls of all windows of a host in turn. */
interface CallTurns {
  lane(atOnce: number): CallLane;
}

/** Lanes with waiting calls start one after the other, so that no window waits for another one's calls. */
export function callTurns(clock: Pick<Clock, 'yieldToEventLoop'>): CallTurns {
  const ready: (() => void)[] = [];
  let starts = startsPerTurn;

  const renew = async (): Promise<void> => {
    await clock.yieldToEventLoop();
    starts = startsPerTurn;
    startSome();
  };
  const startSome = (): void => {
    while (starts > 0) {
      const startNext = ready.shift();
      if (startNext === undefined) return;
      if (starts === startsPerTurn) void renew();
      starts -= 1;
      startNext();
    }
  };

  return {
    lane: (atOnce) => {
      const waiting = new Set<() => void>();
      let working = 0;
      let isReady = false;

      const getReady = (): void => {
        if (isReady || waiting.size === 0 || working >= atOnce) return;
        isReady = true;
        ready.push(startNext);
        startSome();
      };
      const startNext = (): void => {
        isReady = false;
        const [start] = waiting;
        if (start === undefined) return;
        waiting.delete(start);
        working += 1;
        start();
        getReady();
      };
      const turn = async (signal: AbortSignal | undefined): Promise<void> => {
        stopIfCancelled(signal);
        const { promise, resolve, reject } = Promise.withResolvers<null>();
        const start = (): void => {
          resolve(null);
        };
        const leave = (): void => {
          if (waiting.delete(start)) reject(cancelled());
        };
        waiting.add(start);
        signal?.addEventListener('abort', leave, { once: true });
        getReady();
        try {
          await promise;
        } finally {
          signal?.removeEventListener('abort', leave);
        }
      };
      return {
        run: async (work, signal) => {
          await turn(signal);
          try {
            return await work();
          } finally {
            working -= 1;
            getReady();
          }
        },
      };
    },
  };
}
