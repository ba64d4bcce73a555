import type { JournalEntry } from '#domain/journal/entry.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';
import type { JournalApi } from './journal-api.ts';

export class EntryReading {
  readonly #api: JournalApi;
  #turn = 0;
  entries = $state.raw<readonly JournalEntry[] | null>(null);
  problem = $state.raw<Problem | null>(null);

  constructor(api: JournalApi) {
    this.#api = api;
  }

  /** The shown entries stay until all new ones are read, unless other ids are requested. */
  async read(entryIds: readonly string[]): Promise<void> {
    const turn = ++this.#turn;
    if (this.entries?.map(({ id }) => id).join() !== entryIds.join()) this.entries = null;
    try {
      const entries = await Promise.all(entryIds.map((entryId) => this.#api.read({ entryId })));
      if (turn !== this.#turn) return;
      this.entries = entries;
      this.problem = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.problem = problemOf(error);
    }
  }
}
