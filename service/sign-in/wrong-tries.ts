import type { Clock } from '../clock.ts';

/** So many wrong tries in the window, and the name is closed until the first of them is out of it. */
const most = 5;
/** In milliseconds. */
const window = 60_000;
/** Names that are remembered; of more, the one tried longest ago is forgotten. */
const mostNames = 10_000;

/** Counts wrong tries to sign in, by the name that was tried, whether there is such a user or not. */
export class WrongTries {
  readonly #tries = new Map<string, number[]>();
  readonly #clock: Clock;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a try as wrong, before it is known, so that many at once are as many.
   *
   * @returns seconds to wait if there were too many; then it is not counted. `null` if it may be tried.
   */
  begin(name: string): number | null {
    const now = this.#clock.now();
    const tries = (this.#tries.get(name) ?? []).filter((time) => time > now - window);
    const [first] = tries;
    if (first !== undefined && tries.length >= most) {
      return Math.max(1, Math.ceil((first + window - now) / 1000));
    }
    // Anew, so that it stands last.
    this.#tries.delete(name);
    this.#tries.set(name, [...tries, now]);
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= mostNames) break;
      this.#tries.delete(oldest);
    }
    return null;
  }

  /** The last try was right: the name begins anew. */
  clear(name: string): void {
    this.#tries.delete(name);
  }
}
