import type { HookdeskClient } from '#contract/index.ts';
import type { CountEvent, JournalFilter } from '#contract/journal.ts';
import { planLimits, type PlanSource } from '#contract/plans.ts';
import { type EntrySummary, isUndoable } from '#domain/journal/entry.ts';
import { KeyTicks } from '../../shared/rows/ticks.svelte.ts';

type Listed = Pick<EntrySummary, 'id' | 'at' | 'outcome'>;
type Counted = Extract<CountEvent, { kind: 'end' }>;

interface Matching extends Counted {
  readonly filter: JournalFilter;
  readonly latest: Date;
}

/** Selects single ids, or all matches of a filter minus exceptions, which the host finds. */
export class EntrySelection {
  readonly #api: HookdeskClient['journal'];
  readonly #ticks = new KeyTicks();
  readonly #excepted = new KeyTicks();
  #matching = $state.raw<Matching | null>(null);
  #count = $state.raw<{ readonly of: unknown; readonly counted: Counted } | null>(null);
  #counting: AbortController | null = null;
  progress = $state.raw<{ readonly done: number; readonly total: number | null } | null>(null);

  constructor(api: HookdeskClient['journal']) {
    this.#api = api;
  }

  get isMatching(): boolean {
    return this.#matching !== null;
  }

  /** Includes the exceptions; `null` unless all matches are selected. */
  get matchingTotal(): number | null {
    return this.#matching?.total ?? null;
  }

  get size(): number {
    return this.#matching === null ? this.#ticks.size : this.#matching.total - this.#excepted.size;
  }

  /** Whether there are too many single ids for one undo; a filter has no such limit. */
  get isTooLong(): boolean {
    return !this.isMatching && this.#ticks.size > planLimits.undo;
  }

  has({ id, at }: Pick<Listed, 'id' | 'at'>): boolean {
    if (this.#matching === null) return this.#ticks.has(id);
    return at <= this.#matching.latest && !this.#excepted.has(id);
  }

  /** @param loaded the entries in the window */
  undoableCount(loaded: readonly Listed[]): number {
    if (this.#matching === null) {
      return loaded.filter((entry) => this.has(entry) && isUndoable(entry.outcome)).length;
    }
    const excepted = loaded.filter(
      ({ id, outcome }) => this.#excepted.has(id) && isUndoable(outcome),
    );
    return this.#matching.undoable - excepted.length;
  }

  toggle(id: string): void {
    (this.isMatching ? this.#excepted : this.#ticks).toggle(id);
  }

  through(id: string, list: readonly string[]): void {
    if (!this.isMatching) this.#ticks.through(id, list);
    else if (this.#excepted.has(id)) this.#excepted.toggle(id);
  }

  all(list: readonly string[]): void {
    if (this.isMatching) this.clear();
    else this.#ticks.toggleAll(list);
  }

  clear(): void {
    this.stopCounting();
    this.#matching = null;
    this.#count = null;
    this.#excepted.clear();
    this.#ticks.clear();
  }

  keep(list: readonly string[]): void {
    this.#ticks.retain(list);
  }

  countOf(filter: JournalFilter): number | null {
    return this.#count?.of === keyOf(filter) ? this.#count.counted.total : null;
  }

  /** Cancels an earlier count. Rejects with the problem. */
  async count(filter: JournalFilter): Promise<Counted | null> {
    this.#counting?.abort();
    const counting = new AbortController();
    this.#counting = counting;
    this.progress = { done: 0, total: null };
    try {
      const { signal } = counting;
      for await (const event of await this.#api.count({ filter }, { signal })) {
        if (signal.aborted) return null;
        if (event.kind === 'end') {
          this.#count = { of: keyOf(filter), counted: event };
          return event;
        }
        this.progress = event;
      }
      return null;
    } catch (error) {
      if (counting.signal.aborted) return null;
      throw error;
    } finally {
      if (this.#counting === counting) {
        this.#counting = null;
        this.progress = null;
      }
    }
  }

  stopCounting(): void {
    this.#counting?.abort();
    this.#counting = null;
    this.progress = null;
  }

  /** Rejects with the problem. */
  async selectMatching(filter: JournalFilter): Promise<void> {
    const counted = await this.count(filter);
    const latest = counted?.latest ?? null;
    if (counted === null || latest === null) return;
    this.#ticks.clear();
    this.#excepted.clear();
    this.#matching = { ...counted, latest, filter };
  }

  undoSource(loaded: readonly Listed[]): PlanSource | null {
    if (this.undoableCount(loaded) === 0) return null;
    if (this.#matching === null) {
      const chosen = loaded.filter((entry) => this.has(entry) && isUndoable(entry.outcome));
      return { kind: 'undo', entryIds: chosen.map(({ id }) => id) };
    }
    const { filter, latest } = this.#matching;
    const except = [...this.#excepted.ids];
    return { kind: 'undo-matching', filter: { ...filter, to: latest }, except };
  }
}

const keyOf = (filter: JournalFilter): string => JSON.stringify(filter);
