/**
 * News of several things, for one listener that may be slow: only the latest of each is kept, in the
 * order in which they first became news. So nothing grows, and the last word of each is never lost.
 */
export class LatestNews<News> {
  readonly #untold = new Map<string, News>();
  #end: 'open' | 'ended' | { readonly failure: unknown } = 'open';
  #wake: () => void = () => undefined;

  tell(about: string, news: News): void {
    this.#untold.set(about, news);
    this.#wake();
  }

  /** No more news come; what is untold is still told. */
  end(): void {
    this.#end = 'ended';
    this.#wake();
  }

  /** As `end`, and then the listener is thrown the failure. */
  fail(failure: unknown): void {
    this.#end = { failure };
    this.#wake();
  }

  async *listen(): AsyncGenerator<News, void, void> {
    for (;;) {
      for (const [about, news] of this.#untold) {
        this.#untold.delete(about);
        yield news;
      }
      const end = this.#end;
      if (end === 'ended') return;
      if (end !== 'open') throw end.failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
