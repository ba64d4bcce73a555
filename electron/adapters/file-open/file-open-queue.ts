import type { FileToOpen, FilesToOpen } from '#core/ports.ts';
import { readFileToOpen } from './read-file-to-open.ts';

/** Further files are dropped. */
const maxWaiting = 50;

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

export class FileOpenQueue implements FilesToOpen {
  #waiting: string[] = [];
  #wakes = new Set<() => void>();

  offer(paths: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...paths].slice(0, maxWaiting);
    for (const wake of this.#wakes) wake();
  }

  async *take(signal: AbortSignal | undefined): AsyncGenerator<FileToOpen, void, void> {
    while (!isAborted(signal)) {
      const path = this.#waiting.shift();
      if (path === undefined) {
        await this.#more(signal);
        continue;
      }
      const file = await readFileToOpen(path);
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
