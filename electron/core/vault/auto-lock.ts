import type { Clock } from '../ports.ts';

/** Locks after some time without use: by a timer, and by the clock, since a sleeping computer has no timers. */
export class AutoLock {
  readonly #clock: Clock;
  readonly #lock: () => void;
  #limit: number | null = null;
  #lastUse = 0;
  #running: AbortController | null = null;

  constructor(clock: Clock, lock: () => void) {
    this.#clock = clock;
    this.#lock = lock;
  }

  /** Begins to count; `null` for never. */
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

  /** It is used now; locks first where the time had run out. */
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
      // Rejects when it is stopped.
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
