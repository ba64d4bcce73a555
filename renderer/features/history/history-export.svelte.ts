import type { HookdeskClient } from '#contract/index.ts';
import type { JournalFilter } from '#contract/journal.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';

export class HistoryExport {
  readonly #api: HookdeskClient['journal'];
  #running = $state.raw<AbortController | null>(null);
  written = $state(0);
  problem = $state.raw<Problem | null>(null);

  constructor(api: HookdeskClient['journal']) {
    this.#api = api;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async run(filter: JournalFilter): Promise<Blob | null> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    this.written = 0;
    this.problem = null;
    const { signal } = running;
    // Converts each part at once; converting all parts at the end would block the window.
    const parts: Blob[] = [];
    try {
      for await (const part of await this.#api.export({ filter }, { signal })) {
        if (signal.aborted) return null;
        parts.push(new Blob([part]));
        this.written += part.length;
      }
      return signal.aborted ? null : new Blob(parts);
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
      return null;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = null;
  }
}
