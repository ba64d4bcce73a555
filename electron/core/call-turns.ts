import type { Clock } from './ports.ts';
import { cancelled, stopIfCancelled } from './problems.ts';

/** Calls that start in one turn of the event loop. Between turns, messages of other windows arrive. */
const startsPerTurn = 4;

export interface CallLane {
  /** Rejects with `aborted` when the signal ends the wait. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
}

export interface CallTurns {
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
