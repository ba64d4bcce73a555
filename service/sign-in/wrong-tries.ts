import type { Clock } from '../clock.ts';

/** How long a wrong try counts, in milliseconds. */
const countedTime = 60_000;
/** Maximum number of keys; a further one replaces the key with the oldest last try. */
const maxKeys = 10_000;

/** Counts the wrong tries of the last minute per key, such as a user at an address. */
export class WrongTries {
  readonly #tries = new Map<string, number[]>();
  readonly #clock: Clock;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string): void {
    const tries = this.#recent(key);
    // Deleted first, so that the key moves to the end of the map.
    this.#tries.delete(key);
    this.#tries.set(key, [...tries, this.#clock.now()]);
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= maxKeys) break;
      this.#tries.delete(oldest);
    }
  }

  count(key: string): number {
    return this.#recent(key).length;
  }

  /** Whole seconds until the oldest counted try expires; at least 1. */
  secondsToWait(key: string): number {
    const now = this.#clock.now();
    const [first = now] = this.#recent(key);
    return Math.max(1, Math.ceil((first + countedTime - now) / 1000));
  }

  clear(key: string): void {
    this.#tries.delete(key);
  }

  #recent(key: string): readonly number[] {
    const earliest = this.#clock.now() - countedTime;
    return (this.#tries.get(key) ?? []).filter((time) => time > earliest);
  }
}
