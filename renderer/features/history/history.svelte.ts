import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { HookdeskClient } from '#contract/index.ts';
import type { JournalFilter, JournalPage, JournalState } from '#contract/journal.ts';
import { JournalDays } from '#contract/settings.ts';
import { type EntrySummary, isUndoable } from '#domain/journal/entry.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';
import { EntrySelection } from './entry-selection.svelte.ts';
import { allOfHistory, journalFilterOf, type HistoryFilter } from './history-filter.ts';

const pageSize = 100;

/** Entries to read again after a change; older ones are not refreshed. */
const freshSize = 500;

const enough = 25;

/** Milliseconds without a change before the list is read again. */
const pause = 200;

const opening: JournalState = {
  status: 'opening',
  reason: null,
  problem: null,
  waiting: 0,
  open: [],
  keepDays: 365,
  pruned: null,
  heldBack: null,
  unreadable: 0,
};

export const { minValue: fewestKeepDays, maxValue: mostKeepDays } = JournalDays;

/** `null` unless the text is a number of days for which History can be kept. */
export function parseKeepDays(typed: string): number | null {
  const days = /^\s*\d+\s*$/.test(typed) ? JournalDays.safeParse(Number(typed)).data : undefined;
  return days ?? null;
}

type HistorySidePaneContent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'entry'; readonly entryId: string }
  | { readonly kind: 'comparison'; readonly entryIds: readonly [string, string] };

export class History {
  readonly #api: HookdeskClient['journal'];
  readonly selection: EntrySelection;
  #reading: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #watched = false;
  #isShown = false;

  filter = $state.raw<HistoryFilter>(allOfHistory);
  entries = $state.raw<readonly EntrySummary[]>([]);
  #moreOf = $state.raw<HistoryFilter | null>(null);
  readingAll = $state.raw<{ readonly done: number; readonly total: number | null } | null>(null);
  #stop: AbortController | null = null;
  #older: Promise<unknown> = Promise.resolve();
  problem = $state.raw<Problem | null>(null);
  state = $state.raw<JournalState>(opening);
  sidePane = $state.raw<HistorySidePaneContent>({ kind: 'nothing' });
  #next = $state.raw<string | null>(null);
  /** The filter of the shown entries. */
  #readWith = $state.raw<HistoryFilter | null>(null);
  #readingWith: HistoryFilter | null = null;
  /** Applied undos by the id of the undone entry. An entry can be undone again after a redo. */
  readonly #undos = new SvelteMap<string, readonly EntrySummary[]>();

  readonly openCount: number = $derived(this.state.open.reduce((sum, { count }) => sum + count, 0));

  constructor(api: HookdeskClient['journal']) {
    this.#api = api;
    this.selection = new EntrySelection(api);
  }

  get readingMore(): boolean {
    return this.#moreOf === this.filter;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  get isCurrent(): boolean {
    return this.#readWith === this.filter;
  }

  get openedId(): string | null {
    return this.sidePane.kind === 'entry' ? this.sidePane.entryId : null;
  }

  /** `null` also when the undo was undone itself. */
  undoneBy(entryId: string): EntrySummary | null {
    const undos = this.#undos.get(entryId) ?? [];
    return undos.find(({ id }) => this.undoneBy(id) === null) ?? null;
  }

  find(entryId: string): EntrySummary | undefined {
    return this.entries.find(({ id }) => id === entryId);
  }

  async follow(): Promise<void> {
    if (this.#watched) return;
    this.#watched = true;
    try {
      for await (const state of await this.#api.watch()) this.#take(state);
    } catch {
      // The window reports a lost host connection elsewhere.
      this.#watched = false;
    }
  }

  /** Refreshes the history until the returned function is called. */
  show(): () => void {
    this.#isShown = true;
    // Untracked: the calling effect must not depend on what `read` changes.
    untrack(() => void this.read());
    return () => {
      this.#isShown = false;
      this.#forgetTimer();
    };
  }

  /** A change of the text waits for the next keystroke. */
  changeFilter(change: Partial<HistoryFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.selection.clear();
    this.stopReadingAll();
    if (change.text === undefined) void this.read();
    else this.#soon();
  }

  async read(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#forgetTimer();
    const { filter } = this;
    this.#readingWith = filter;
    const same = filter === this.#readWith;
    const limit = same ? Math.min(freshSize, Math.max(pageSize, this.entries.length)) : pageSize;
    try {
      const { signal } = reading;
      const page = await this.#api.page(
        { filter: journalFilterOf(filter, new Date()), after: null, limit },
        { signal },
      );
      if (signal.aborted) return;
      this.#readWith = filter;
      this.#show(page, same);
      this.problem = null;
      void this.#goOn();
    } catch (error) {
      if (reading.signal.aborted) return;
      this.problem = problemOf(error);
    } finally {
      if (this.#reading === reading) this.#reading = this.#readingWith = null;
    }
  }

  more(): Promise<void> {
    const reading = this.#readOlder();
    this.#older = Promise.all([this.#older, reading]);
    return reading;
  }

  /** Shows the entries at once: page by page, 100,000 entries would be laid out again and again. */
  async readAll(): Promise<void> {
    await this.#older;
    if (!this.isCurrent) await this.read();
    const start = this.#next;
    const shown = this.filter;
    if (start === null || this.readingAll !== null || shown !== this.#readWith) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#moreOf = shown;
    const filter = journalFilterOf(shown, new Date());
    const older: EntrySummary[] = [];
    let next: string | null = start;
    this.readingAll = { done: this.entries.length, total: null };
    try {
      const total = filter.text === '' ? await this.#countAll(filter) : null;
      while (next !== null && !stop.signal.aborted) {
        this.readingAll = { done: this.entries.length + older.length, total };
        const page: JournalPage = await this.#api.page({ filter, after: next, limit: freshSize });
        older.push(...page.entries);
        next = page.next;
      }
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      if (this.#moreOf === shown) this.#moreOf = null;
      if (this.#stop === stop) this.#stop = this.readingAll = null;
    }
    this.#append({ entries: older, next }, shown, start);
  }

  stopReadingAll(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.readingAll = null;
  }

  async #readOlder(): Promise<void> {
    const after = this.#next;
    const shown = this.filter;
    if (after === null || this.#moreOf === shown || shown !== this.#readWith) return;
    this.#moreOf = shown;
    try {
      const filter = journalFilterOf(shown, new Date());
      const page = await this.#api.page({ filter, after, limit: pageSize });
      if (this.#append(page, shown, after)) this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      if (this.#moreOf === shown) this.#moreOf = null;
    }
  }

  /** Returns `false` if the list changed since the page was requested. */
  #append({ entries, next }: JournalPage, shown: HistoryFilter, after: string): boolean {
    if (shown !== this.#readWith || after !== this.#next) return false;
    this.#note(entries);
    this.entries = [...this.entries, ...entries];
    this.#next = next;
    return true;
  }

  open(entryId: string): void {
    this.sidePane = { kind: 'entry', entryId };
  }

  compare(one: string, other: string): void {
    const places = [one, other].map((id) => this.entries.findIndex((each) => each.id === id));
    const inOrder = (places[0] ?? 0) < (places[1] ?? 0);
    this.sidePane = { kind: 'comparison', entryIds: inOrder ? [other, one] : [one, other] };
  }

  back(): boolean {
    if (this.readingAll !== null) this.stopReadingAll();
    else if (this.sidePane.kind !== 'nothing') this.sidePane = { kind: 'nothing' };
    else if (this.selection.size > 0) this.selection.clear();
    else return false;
    return true;
  }

  /** Rejects with the problem. */
  async settle(): Promise<void> {
    this.#take(await this.#api.settle());
  }

  /** Rejects with the problem. */
  async keep(days: number): Promise<void> {
    this.#take(await this.#api.keep({ days }));
  }

  /** Deletes entries held back because of a doubtful clock. Rejects with the problem. */
  async removeHeldBack(): Promise<void> {
    this.#take(await this.#api.keep({ days: this.state.keepDays, clockIsRight: true }));
  }

  /** `null` if there is no entry or the journal is unreadable. */
  async latestOf(connectionId: string, webhookId: number): Promise<EntrySummary | null> {
    const filter = journalFilterOf(
      { ...allOfHistory, webhook: { connectionId, webhookId, name: '' } },
      new Date(),
    );
    try {
      const { entries } = await this.#api.page({ filter, after: null, limit: 1 });
      return entries[0] ?? null;
    } catch {
      return null;
    }
  }

  #show({ entries, next }: JournalPage, same: boolean): void {
    this.#note(entries);
    const older = same ? olderThan(this.entries, { entries, next }) : [];
    this.entries = [...entries, ...older];
    if (older.length === 0) this.#next = next;
    this.selection.keep(this.entries.map(({ id }) => id));
  }

  async #countAll(filter: JournalFilter): Promise<number | null> {
    for await (const event of await this.#api.count({ filter })) {
      if (event.kind === 'end') return event.total;
    }
    return null;
  }

  /** A search ends after a time limit, even with few results. */
  async #goOn(): Promise<void> {
    while (this.#isShown && this.#next !== null && this.entries.length < enough) {
      const before = this.#next;
      await this.more();
      if (before === this.#next) return;
    }
  }

  #note(entries: readonly EntrySummary[]): void {
    for (const entry of entries) {
      // Only an undo that changed something counts.
      if (entry.undoes === null || !isUndoable(entry.outcome)) continue;
      const others = (this.#undos.get(entry.undoes) ?? []).filter(({ id }) => id !== entry.id);
      this.#undos.set(entry.undoes, [...others, entry]);
    }
  }

  #take(state: JournalState): void {
    const before = this.state.status;
    this.state = state;
    if (!this.#isShown) return;
    // Reads at once if the journal became readable or unreadable.
    if (before !== state.status) void this.read();
    else this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // Lets a running read finish; continuous changes would restart a slow read forever.
      if (this.#readingWith === this.filter) this.#soon();
      else void this.read();
    }, pause);
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Returns no entries if there is a gap after the refreshed page. */
function olderThan(
  shown: readonly EntrySummary[],
  { entries, next }: { readonly entries: readonly EntrySummary[]; readonly next: string | null },
): readonly EntrySummary[] {
  const last = entries.at(-1);
  if (next === null) return [];
  // A shorter search than the one before, without new results.
  if (last === undefined) return shown;
  const place = shown.findIndex(({ id }) => id === last.id);
  return place < 0 ? [] : shown.slice(place + 1);
}

export const [getHistory, setHistory] = createContext<History>();

/** A row of the pane: an entry, or the day above its entries. */
export type HistoryItem =
  | { readonly kind: 'day'; readonly key: string; readonly day: Date }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntrySummary };

export function historyItems(entries: readonly EntrySummary[]): HistoryItem[] {
  const items: HistoryItem[] = [];
  let day = '';
  for (const entry of entries) {
    const ofEntry = entry.at.toDateString();
    if (ofEntry !== day) {
      day = ofEntry;
      // A day can occur twice if the clock was set back.
      items.push({ kind: 'day', key: `day-${ofEntry}-${entry.id}`, day: entry.at });
    }
    items.push({ kind: 'entry', key: entry.id, entry });
  }
  return items;
}
