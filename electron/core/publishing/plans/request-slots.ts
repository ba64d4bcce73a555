/** Limits how many rows of a plan send requests to one installation at the same time. */
export class RequestSlots {
  #free: number;
  readonly #starting: (() => void)[] = [];
  readonly #returning: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when a row has a slot. */
  take(): Promise<void> {
    return this.#takeAs(this.#starting);
  }

  release(): void {
    const next = this.#returning.shift() ?? this.#starting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  /**
   * Leaves the slot to another row during work that sends nothing. Afterwards the row gets a slot before
   * rows that have not begun: what was read for it is to be young when it is sent.
   */
  async leaveDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.release();
    try {
      return await work();
    } finally {
      await this.#takeAs(this.#returning);
    }
  }

  async #takeAs(waiting: (() => void)[]): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
}
