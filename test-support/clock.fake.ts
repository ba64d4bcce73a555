import type { Clock } from '#core/ports.ts';

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** A clock that a test advances. Sleeps end when their time is reached. */
export class FakeClock implements Clock {
  #milliseconds = Date.UTC(2030, 0, 2, 3, 4, 5);
  /** The offset of the machine's clock. */
  #set = 0;
  readonly #sleepers = new Set<Sleeper>();

  now(): Date {
    return new Date(this.#milliseconds + this.#set);
  }

  elapsed(): number {
    return this.#milliseconds;
  }

  /** Sets the machine's clock forward or back; no time passes. */
  set(milliseconds: number): void {
    this.#set += milliseconds;
  }

  /** The number of pending sleeps. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  move(milliseconds: number): void {
    this.#milliseconds += milliseconds;
    for (const sleeper of this.#sleepers) {
      if (sleeper.wakeAt > this.#milliseconds) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    const sleeper = {
      wakeAt: this.#milliseconds + milliseconds,
      wake: () => {
        resolve(null);
      },
    };
    this.#sleepers.add(sleeper);
    signal?.addEventListener(
      'abort',
      () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      },
      { once: true },
    );
    await promise;
  }

  yieldToEventLoop(): Promise<void> {
    return Promise.resolve();
  }
}

/** A stopped clock: every sleep ends at once. */
export const stoppedClock: Clock = {
  now: () => new Date('2030-01-02T03:04:05Z'),
  elapsed: () => 0,
  sleep: () => Promise.resolve(),
  yieldToEventLoop: () => Promise.resolve(),
};
