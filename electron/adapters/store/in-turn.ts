/** Lets work on the same thing be done one after the other, and on different things at once. */
export class InTurn {
  readonly #tails = new Map<string, Promise<unknown>>();

  do<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#tails.set(key, done);
    const forget = (): void => {
      if (this.#tails.get(key) === done) this.#tails.delete(key);
    };
    done.then(forget, forget);
    return done;
  }
}
