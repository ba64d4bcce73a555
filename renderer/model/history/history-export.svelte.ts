import type { JournalFilter } from '#contract/journal.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../problem.ts';
import type { JournalRoom } from './journal-room.ts';

/** The history on its way into a text, without secrets. */
export class HistoryExport {
  readonly #room: JournalRoom;
  #running = $state.raw<AbortController | null>(null);
  /** Characters that came so far. */
  written = $state(0);
  problem = $state.raw<Problem | null>(null);

  constructor(room: JournalRoom) {
    this.#room = room;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The text; `null` where it was cancelled or failed, which `problem` says. */
  async run(filter: JournalFilter): Promise<Blob | null> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    this.written = 0;
    this.problem = null;
    const { signal } = running;
    // A part becomes bytes when it comes: all of them at once would hold the window up.
    const parts: Blob[] = [];
    try {
      for await (const part of await this.#room.export({ filter }, { signal })) {
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
