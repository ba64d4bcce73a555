import type { Clock } from '../ports.ts';

/**
 * Locks the vault after a time without use. Acts of a person and uses of secrets count, but no secret
 * in `withoutUse`, where clocks and watches work. Uses a timer and the clock: timers stop while the computer sleeps.
 */
export class LockWhenIdle {
  readonly #clock: Clock;
  readonly #lock: () => void;
  #limit: number | null = null;
  #lastUse = 0;
  #worksWithoutUse = 0;
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

  /** Locks if the time is over: the timer may be late. */
  check(): void {
    if (this.#remaining() <= 0) this.#lock();
  }

  /** By a person. A vault that should have locked during sleep locks now. */
  use(): void {
    this.check();
    this.#lastUse = this.#now();
  }

  useSecret(): void {
    if (this.#worksWithoutUse > 0) this.check();
    else this.use();
  }

  /** No use of a secret counts until the work has ended: no person asked for it. */
  async withoutUse<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#worksWithoutUse += 1;
    try {
      return await work();
    } finally {
      this.#worksWithoutUse -= 1;
    }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const remaining = this.#remaining();
      if (remaining <= 0) {
        this.#lock();
        return;
      }
      // Rejects on `stop`.
      await this.#clock.sleep(remaining, signal).catch(() => undefined);
    }
  }

  #remaining(): number {
    return this.#limit === null ? Infinity : this.#lastUse + this.#limit - this.#now();
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
