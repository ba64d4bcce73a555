import type { Ports } from './ports.ts';

/** The sleep of a clock between two looks, which a change ends. */
export class WakeableSleep {
  readonly #clock: Pick<Ports['clock'], 'sleep'>;
  #wake: () => void = () => undefined;
  #isWoken = false;

  constructor(clock: Pick<Ports['clock'], 'sleep'>) {
    this.#clock = clock;
  }

  /** Ends the sleep, or the next one at its begin. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** The look that follows sees all changes so far. */
  noteLook(): void {
    this.#isWoken = false;
  }

  /** @param milliseconds `null` until it is woken */
  async sleep(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    if (this.#isWoken || signal.aborted) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (milliseconds === null) return woken;
    const asleep = new AbortController();
    const sleep = this.#clock.sleep(milliseconds, asleep.signal);
    await Promise.race([woken, sleep.catch(() => undefined)]);
    asleep.abort();
  }
}
