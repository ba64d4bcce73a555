import type { HookdeskClient } from '#contract/index.ts';
import { type CountEvent, JournalFilter, type JournalState } from '#contract/journal.ts';
import { type EntrySummary, isUndoable } from '#domain/journal/entry.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

export const aJournalState = (changes: Partial<JournalState> = {}): JournalState => ({
  status: 'kept',
  reason: null,
  problem: null,
  waiting: 0,
  open: [],
  keepDays: 365,
  pruned: null,
  heldBack: null,
  unreadable: 0,
  ...changes,
});

/** A journal of summaries, newest first; filters by installation, webhook, outcome and name. */
export class JournalHost {
  entries: EntrySummary[];
  /** The page requests, in order. */
  readonly asked: { filter: JournalFilter; after: string | null; limit: number }[] = [];
  /** Each page waits for it, and is rejected if it rejects. */
  gate: Promise<unknown> = Promise.resolve();
  /** Each count waits for it. */
  countGate: Promise<unknown> = Promise.resolve();
  /** The number of entries that one page request of a text search reads. */
  timeLimit = Infinity;
  #tell: (state: JournalState) => void = () => undefined;
  #told: JournalState[] = [];

  constructor(entries: readonly EntrySummary[]) {
    this.entries = [...entries];
  }

  readonly api: HookdeskClient['journal'] = {
    page: async ({ filter, after, limit }) => {
      this.asked.push({ filter: JournalFilter.parse(filter), after, limit });
      await this.gate;
      const whole = JournalFilter.parse(filter);
      const start = after === null ? 0 : this.entries.findIndex(({ id }) => id === after) + 1;
      const rest = this.entries.slice(
        start,
        start + (whole.text === '' ? Infinity : this.timeLimit),
      );
      const entries = rest.filter((entry) => fits(entry, whole)).slice(0, limit);
      const last = entries.length < limit ? rest.at(-1) : entries.at(-1);
      return { entries, next: last === this.entries.at(-1) ? null : (last?.id ?? null) };
    },
    count: ({ filter }) => Promise.resolve(streamOf(this.#count(JournalFilter.parse(filter)))),
    watch: () => Promise.resolve(streamOf(this.#states())),
    settle: () => Promise.resolve({ ...aJournalState(), wait: 0 }),
    keep: ({ days, clockIsRight = false }) => {
      const at = new Date();
      const heldBack = clockIsRight ? null : { at, before: new Date(at.getTime() - days) };
      return Promise.resolve(aJournalState({ keepDays: days, heldBack }));
    },
    read: ({ entryId }) => Promise.resolve(anEntry({ id: entryId })),
    export: ({ filter }) => Promise.resolve(streamOf(this.#lines(JournalFilter.parse(filter)))),
  };

  /** Reports a state to the watchers, also after a write. */
  tell(state: JournalState = aJournalState()): void {
    this.#told.push(state);
    this.#tell(state);
  }

  async *#states(): AsyncGenerator<JournalState, void, void> {
    for (;;) {
      const state = this.#told.shift();
      if (state !== undefined) yield state;
      else await new Promise<JournalState>((resolve) => (this.#tell = resolve));
    }
  }

  async *#count(filter: JournalFilter): AsyncGenerator<CountEvent, void, void> {
    const found = this.entries.filter((entry) => fits(entry, filter));
    if (filter.text !== '') {
      yield { kind: 'progress', done: this.entries.length, total: this.entries.length };
    }
    await this.countGate;
    const latest = found.map(({ at }) => at).reduce((a, b) => (a > b ? a : b), new Date(0));
    yield {
      kind: 'end',
      total: found.length,
      undoable: found.filter(({ outcome }) => isUndoable(outcome)).length,
      latest: found.length === 0 ? null : latest,
    };
  }

  async *#lines(filter: JournalFilter): AsyncGenerator<string, void, void> {
    for (const { name } of this.entries.filter((entry) => fits(entry, filter))) {
      yield await Promise.resolve(`${name}\n`);
    }
  }
}

const fits = (entry: EntrySummary, filter: JournalFilter): boolean =>
  (filter.connectionId === null || filter.connectionId === entry.connectionId) &&
  (filter.webhookId === null || filter.webhookId === entry.webhookId) &&
  (filter.outcomes === null || filter.outcomes.includes(entry.outcome)) &&
  entry.name.includes(filter.text);
