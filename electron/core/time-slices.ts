import type { Clock } from './ports.ts';

/** Milliseconds of work before other requests get their turn. */
const sliceLength = 10;

/** Long work on the event loop: it calls `next` often, which lets other requests run after each slice. */
export class TimeSlices {
  readonly #clock: Pick<Clock, 'elapsed' | 'yieldToEventLoop'>;
  readonly #check: () => void;
  #sliceStart: number;

  /** `check` throws when the work is no longer needed. */
  constructor(clock: Pick<Clock, 'elapsed' | 'yieldToEventLoop'>, check: () => void) {
    this.#clock = clock;
    this.#check = check;
    this.#sliceStart = clock.elapsed();
  }

  /** To be called every few milliseconds. */
  async next(): Promise<void> {
    if (this.#clock.elapsed() - this.#sliceStart < sliceLength) return;
    await this.#clock.yieldToEventLoop();
    this.#check();
    this.#sliceStart = this.#clock.elapsed();
  }
}
