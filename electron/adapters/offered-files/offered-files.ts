import type { OfferedFile, OfferedFiles } from '#core/ports.ts';
import { readOffered } from './read-offered.ts';

/** Further files are dropped. */
const waitingAtMost = 50;

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

export class OfferedPaths implements OfferedFiles {
  #waiting: string[] = [];
  #wakes = new Set<() => void>();

  offer(paths: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...paths].slice(0, waitingAtMost);
    for (const wake of this.#wakes) wake();
  }

  async *take(signal: AbortSignal | undefined): AsyncGenerator<OfferedFile, void, void> {
    while (!isAborted(signal)) {
      const path = this.#waiting.shift();
      if (path === undefined) {
        await this.#more(signal);
        continue;
      }
      const file = await readOffered(path);
      if (isAborted(signal)) this.#waiting.unshift(path);
      else yield file;
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
