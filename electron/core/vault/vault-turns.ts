import pLimit from 'p-limit';
import type { Clock } from '../ports.ts';
import { withTimeout } from '../with-timeout.ts';
import * as problems from './vault-problems.ts';

/** Milliseconds a caller waits for the keychain and for other work. */
export const vaultTimeLimit = 20_000;

/** One piece of work at a time. */
export class VaultTurns {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #oneAtATime = pLimit(1);

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  /** Work that cannot begin in time never runs, and rejects with `vault-locked`. */
  async run<Result>(work: () => Promise<Result>, limit: number): Promise<Result> {
    const begun = Promise.withResolvers<null>();
    const turn = { hasBegun: false, isGivenUp: false };
    const result = this.#oneAtATime(() => {
      if (turn.isGivenUp) throw problems.busy();
      turn.hasBegun = true;
      begun.resolve(null);
      return work();
    });
    if (this.#oneAtATime.pendingCount > 0) {
      // Awaited below or abandoned.
      result.catch(() => undefined);
      await withTimeout(this.#clock, begun.promise, limit);
      turn.isGivenUp = !turn.hasBegun;
      if (turn.isGivenUp) throw problems.busy();
    }
    return result;
  }
}
