import type { WindowCommand } from '#contract/app.ts';

type Selected = Pick<WindowCommand, 'id'>;

/** The commands of the window in the application menu: the window reports them, the menu selects one. */
export class WindowCommands {
  #selected: Selected[] = [];
  #wake = Promise.withResolvers<null>();
  #watching: object | null = null;
  onReport: (commands: readonly WindowCommand[]) => void = () => undefined;

  report(commands: readonly WindowCommand[]): void {
    this.onReport(commands);
  }

  /** Does nothing without a window. */
  select(id: string): void {
    if (this.#watching === null) return;
    this.#selected.push({ id });
    this.#wake.resolve(null);
  }

  /** The latest window gets the commands. Without one, the menu has none. */
  async *watch(signal?: AbortSignal): AsyncGenerator<Selected, void, void> {
    const watching = {};
    const wake = (): void => {
      this.#wake.resolve(null);
    };
    this.#watching = watching;
    this.#selected = [];
    // An earlier window leaves.
    wake();
    signal?.addEventListener('abort', wake, { once: true });
    try {
      while (this.#watching === watching && signal?.aborted !== true) {
        yield* this.#selected.splice(0);
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      if (this.#watching === watching) {
        this.#watching = null;
        this.report([]);
      }
    }
  }
}
