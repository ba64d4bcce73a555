import type { Clock } from './ports.ts';

/** Milliseconds of work before other requests get their turn. */
const longest = 10;

export class TimeSlices {
  readonly #clock: Pick<Clock, 'elapsed' | 'yieldToEventLoop'>;
  readonly #check: () => void;
  #begun: number;

  /** `check` throws when the work is no longer needed. */
  constructor(clock: Pick<Clock, 'elapsed' | 'yieldToEventLoop'>, check: () => void) {
    this.#clock = clock;
    this.#check = check;
    this.#begun = clock.elapsed();
  }

  /** To be called every few milliseconds. */
  async next(): Promise<void> {
    if (this.#clock.elapsed() - this.#begun < longest) return;
    await this.#clock.yieldToEventLoop();
    this.#check();
    this.#begun = this.#clock.elapsed();
  }
}
