import type { Clock } from '../ports.ts';

/** Uses a timer and the clock: timers do not run while the computer sleeps. */
export class LockWhenIdle {
  readonly #clock: Clock;
  readonly #lock: () => void;
  #limit: number | null = null;
  #lastUse = 0;
  #running: AbortController | null = null;

  constructor(clock: Clock, lock: () => void) {
    this.#clock = clock;
    this.#lock = lock;
  }

  start(minutes: number | null): void {
    this.stop();
    this.#limit = minutes === null ? null : minutes * 60_000;
    this.#lastUse = this.#now();
    if (this.#limit === null) return;
    this.#running = new AbortController();
    void this.#watch(this.#running.signal);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#limit = null;
  }

  use(): void {
    if (this.#left() <= 0) this.#lock();
    this.#lastUse = this.#now();
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = this.#left();
      if (left <= 0) {
        this.#lock();
        return;
      }
      // Rejects on `stop`.
      await this.#clock.sleep(left, signal).catch(() => undefined);
    }
  }

  #left(): number {
    return this.#limit === null ? Infinity : this.#lastUse + this.#limit - this.#now();
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
