import type { Clock } from '../ports.ts';
import { busy } from './problems.ts';
import { late, within } from './within.ts';

/** Runs what is done with the vault one after the other, so that none sees another's half. */
export class Turns {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects with `vault-locked` what could not begin within so many milliseconds: it then never does. */
  async run<Result>(work: () => Promise<Result>, limit: number): Promise<Result> {
    const before = this.#last;
    const turn = (async () => {
      if ((await within(this.#clock, before, limit)) === late) throw busy();
      return work();
    })();
    // Those behind wait for those before, also past one that gave up.
    this.#last = Promise.allSettled([before, turn]);
    return turn;
  }
}
