import type { OfferedFile, OfferedFiles } from '#core/ports.ts';
import { readOffered } from './read-offered.ts';

/** Files that wait to be taken, at most; what comes when there are so many is passed over. */
const waitingAtMost = 50;

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Files that this host was asked to open. Each is read when a window takes it, one after the other. */
export class OfferedPaths implements OfferedFiles {
  #waiting: string[] = [];
  #wakes = new Set<() => void>();

  /** @param paths absolute */
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

  /** Resolves when another file is offered, or with the signal. */
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
