import { readLink } from '#domain/link/link.ts';
import { readFileToOpen } from './read-file-to-open.ts';

/** Further items are dropped. */
export const maxWaiting = 50;

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

class OpenQueue<Item> {
  readonly #read: (given: string) => Item | Promise<Item>;
  #waiting: string[] = [];
  #wakes = new Set<() => void>();

  constructor(read: (given: string) => Item | Promise<Item>) {
    this.#read = read;
  }

  offer(given: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...given].slice(0, maxWaiting);
    for (const wake of this.#wakes) wake();
  }

  async *take(signal: AbortSignal | undefined): AsyncGenerator<Item, void, void> {
    while (!isAborted(signal)) {
      const given = this.#waiting.shift();
      if (given === undefined) {
        await this.#more(signal);
        continue;
      }
      const item = await this.#read(given);
      if (isAborted(signal)) this.#waiting.unshift(given);
      else yield item;
    }
  }

  #more(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#wakes.delete(wake);
        resolve();
      };
      this.#wakes.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

/** Files by absolute path, and links. A link that this version cannot read becomes `null`. */
export const openQueues = () => ({
  files: new OpenQueue((path) => readFileToOpen(path)),
  links: new OpenQueue(readLink),
});
export type OpenQueues = ReturnType<typeof openQueues>;
