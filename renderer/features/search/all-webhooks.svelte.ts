import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import {
  type OpenedSearch,
  type SearchMistake,
  type SearchRow,
  type SearchSort,
  searchLimits,
} from '#contract/search.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';
import { SelectionCheck } from '../../shared/rows/selection-check.svelte.ts';
import { beginsWith, startOf } from '../../ui/grid/type-ahead.ts';
import { FoundSelection } from './found-selection.svelte.ts';

/** Rows that are loaded together. */
const pageSize = 100;
/** Pages in memory; those farthest from the last loaded one go first. */
const maxPages = 60;
/** Results that are looked through for a name. */
const mostNamed = 50_000;
/** Rows around those in sight that are loaded with them. */
const around = { before: 20, after: pageSize };

type Pages = ReadonlyMap<number, readonly SearchRow[]>;

interface Found extends OpenedSearch {
  readonly text: string;
  readonly sort: SearchSort;
}

/** The webhooks last read from all installations that the search text fits, loaded by pages. */
export class AllWebhooks {
  readonly #search: HookdeskClient['search'];
  readonly #recent: Pick<HookdeskClient['recent'], 'noteSearch'>;
  readonly selection = new FoundSelection();
  readonly check = new SelectionCheck(() => this.#search);
  #running: Promise<void> | null = null;
  #isStale = false;
  #watching: AbortController | null = null;
  #version = 0;
  #pages = $state.raw<Pages>(new Map());
  readonly #loading = new Map<number, Promise<void>>();
  /** From this row a range goes, wherever a refresh moves it. */
  #anchor: Pick<SearchRow, 'connectionId' | 'key'> | null = null;
  /** Number of the last selection. Selecting all has no effect when a newer one is made before the host answers. */
  #selections = 0;
  /** The search whose results are all selected. */
  #allSelected = $state<string | null>(null);

  text = $state('');
  sort = $state.raw<SearchSort>({ by: 'name', descending: false });
  found = $state.raw<Found | null>(null);
  /** In the text. The last results stay until it is correct. */
  mistakes = $state.raw<readonly SearchMistake[]>([]);
  problem = $state.raw<Problem | null>(null);
  isSearching = $state(false);
  /** The first and last row in sight; a refresh loads them again. */
  #inSight = { first: 0, last: pageSize - 1 };
  /** Runs when other results are shown, which begin with the first row. */
  onresults: () => void = () => undefined;

  readonly total = $derived(this.found?.total ?? 0);
  readonly selected: 'none' | 'some' | 'all' = $derived.by(() => {
    if (this.selection.size === 0) return 'none';
    return this.#allSelected !== null && this.#allSelected === this.found?.searchId
      ? 'all'
      : 'some';
  });

  constructor(client: Pick<HookdeskClient, 'search' | 'recent'>) {
    this.#search = client.search;
    this.#recent = client.recent;
  }

  /** Searches, and again whenever results may have changed, until `hide`. */
  show(): void {
    if (this.#watching !== null) return;
    this.#watching = new AbortController();
    void this.search();
    void this.#follow(this.#watching.signal);
  }

  hide(): void {
    this.#watching?.abort();
    this.#watching = null;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const { version } of await this.#search.watch(undefined, { signal })) {
        if (signal.aborted) return;
        this.#version = version;
        if (this.found !== null && this.found.version < version) void this.search();
      }
    } catch {
      // The window reports a lost host itself.
    }
  }

  searchFor(text: string): Promise<void> {
    this.text = text;
    return this.search();
  }

  /** Shows a search that a person selected as a whole, which counts as its use. */
  openSearch(text: string): void {
    void this.searchFor(text);
    this.noteUse();
  }

  /** The search was of use: a result was opened, or the keys went to the results. */
  noteUse(): void {
    if (this.text.trim() === '') return;
    // While the vault is locked, the host notes nothing.
    this.#recent.noteSearch({ text: this.text }).catch(() => undefined);
  }

  sortBy(sort: SearchSort): Promise<void> {
    this.sort = sort;
    return this.search();
  }

  /** Asks one search at a time. Each change meanwhile is answered by one more. */
  search(): Promise<void> {
    this.#isStale = true;
    this.#running ??= this.#searchUntilCurrent();
    return this.#running;
  }

  async #searchUntilCurrent(): Promise<void> {
    this.isSearching = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#searchOnce();
      }
    } finally {
      this.#running = null;
      this.isSearching = false;
    }
  }

  async #searchOnce(): Promise<void> {
    const { text, sort, found: before } = this;
    const isRefresh = before?.text === text && before.sort === sort;
    try {
      const opened = await this.#search.open({ text, sort });
      this.mistakes = opened.mistakes;
      if (opened.mistakes.length > 0 && before !== null) {
        await this.#close(opened.searchId);
        return;
      }
      if (!isRefresh) this.#inSight = { first: 0, last: this.#inSight.last - this.#inSight.first };
      const pages = new Map<number, readonly SearchRow[]>();
      for (const page of this.#pagesInSight(opened.total)) {
        pages.set(page, await this.#rowsOf(opened.searchId, page * pageSize, pageSize));
      }
      this.#loading.clear();
      this.#pages = pages;
      this.found = { ...opened, text, sort };
      this.problem = null;
      this.#loadInSight();
      if (opened.version < this.#version) this.#isStale = true;
      void this.#checkSelection();
      if (!isRefresh) this.onresults();
    } catch (error) {
      this.problem = problemOf(error);
      this.found = null;
      this.#pages = new Map();
    }
    if (before !== null) await this.#close(before.searchId);
  }

  async #close(searchId: string): Promise<void> {
    try {
      await this.#search.close({ searchId });
    } catch {
      // The host has released it, such as by locking the vault.
    }
  }

  /** `null` if it is not loaded. */
  rowAt(index: number): SearchRow | null {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null;
  }

  /** Loads the rows in sight, and some around them. */
  showRows(first: number, last: number): void {
    this.#inSight = { first, last };
    this.#loadInSight();
  }

  #loadInSight(): void {
    for (const page of this.#pagesInSight(this.total)) {
      if (!this.#pages.has(page)) void this.#load(page);
    }
  }

  #pagesInSight(total: number): number[] {
    const { first, last } = this.#inSight;
    // A list that became shorter shows its last rows.
    const begin = Math.min(first, total - (last - first + 1)) - around.before;
    const from = Math.floor(Math.max(0, begin) / pageSize);
    const end = Math.ceil(Math.min(total, last + 1 + around.after) / pageSize);
    return Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
  }

  /** Loads the row if necessary. */
  async row(index: number): Promise<SearchRow | null> {
    const row = this.rowAt(index);
    if (row !== null) return row;
    await this.#load(Math.floor(index / pageSize));
    return this.rowAt(index);
  }

  /** The next result whose name begins with the text, around the end; -1 for none, or after another search. */
  async rowNamed(text: string, at: number): Promise<number> {
    const { found, total } = this;
    if (found === null) return -1;
    const start = startOf(text, at) % Math.max(1, total);
    try {
      for (let step = 0; step < Math.min(total, mostNamed);) {
        const from = (start + step) % total;
        const rows = await this.#rowsOf(found.searchId, from, searchLimits.rows);
        if (this.found !== found || rows.length === 0) return -1;
        const named = rows.findIndex(({ webhook }) => beginsWith(webhook?.name, text));
        if (named >= 0) return from + named;
        step += rows.length;
      }
    } catch {
      // The next page that is loaded reports the problem.
    }
    return -1;
  }

  #load(page: number): Promise<void> {
    const loading = this.#loading.get(page) ?? this.#loadPage(page);
    this.#loading.set(page, loading);
    return loading;
  }

  async #loadPage(page: number): Promise<void> {
    const { found } = this;
    if (found === null) return;
    try {
      const rows = await this.#rowsOf(found.searchId, page * pageSize, pageSize);
      if (this.found !== found) return;
      this.#loading.delete(page);
      this.#pages = nearest(new Map(this.#pages).set(page, rows), page);
    } catch (error) {
      if (this.found === found) this.problem = problemOf(error);
    }
  }

  async #rowsOf(searchId: string, from: number, count: number): Promise<readonly SearchRow[]> {
    return (await this.#search.rows({ searchId, from, count })).rows;
  }

  toggle(index: number): void {
    const row = this.rowAt(index);
    if (row === null) return;
    this.#anchor = row;
    this.#selections += 1;
    this.#allSelected = null;
    this.selection.toggle(row);
    if (this.check.changed > 0) void this.#checkSelection();
  }

  /** Selects all rows from the one that was selected last, or this one alone if that is not a result. */
  async selectThrough(index: number): Promise<void> {
    const { found } = this;
    if (found === null) return;
    const { searchId } = found;
    const first = await this.#placeOfAnchor(searchId);
    const start = first < 0 ? index : first;
    const from = Math.min(start, index);
    const end = Math.min(Math.max(start, index) + 1, from + searchLimits.selected);
    const rows: SearchRow[] = [];
    for (let at = from; at < end; at += searchLimits.rows) {
      const count = Math.min(searchLimits.rows, end - at);
      rows.push(...(await this.#rowsOf(searchId, at, count)));
    }
    this.selection.addRows(rows);
    this.#anchor ??= rows.at(index - from) ?? null;
  }

  /** -1 if nothing was selected, or it is not a result. */
  async #placeOfAnchor(searchId: string): Promise<number> {
    if (this.#anchor === null) return -1;
    const { connectionId, key } = this.#anchor;
    return (await this.#search.indexOf({ searchId, connectionId, key })).index;
  }

  /**
   * Selects all results, or deselects them if all are selected. Webhooks that are not shown keep their state.
   * While results of an earlier text are shown, waits for those of the present one.
   * @returns the number of results without a unique id, which cannot be selected
   */
  async selectAll(): Promise<number> {
    const { text } = this;
    const number = (this.#selections += 1);
    if (this.found?.text !== text) await this.#running;
    const { found, selected } = this;
    if (found?.text !== text || this.mistakes.length > 0) return 0;
    const { searchId } = found;
    const { installations, withoutId } = await this.#search.selection({ searchId, except: [] });
    const isOtherSearch = this.text !== text || this.found?.text !== text;
    if (isOtherSearch || this.#selections !== number) return 0;
    if (selected === 'all') {
      this.#allSelected = null;
      this.selection.removeSelection(installations);
    } else {
      this.#allSelected = searchId;
      this.selection.addSelection(installations);
    }
    void this.#checkSelection();
    return selected === 'all' ? 0 : withoutId;
  }

  clearSelection(): void {
    this.#selections += 1;
    this.#allSelected = null;
    this.#anchor = null;
    this.selection.clear();
    this.check.clear();
  }

  /** A plan was made of these: they are no longer selected. */
  deselect(
    webhooks: readonly { readonly connectionId: string; readonly webhookId: number }[],
  ): void {
    this.selection.removeWebhooks(webhooks);
    if (this.selection.size === 0) this.clearSelection();
    else void this.#checkSelection();
  }

  async #checkSelection(): Promise<void> {
    const { found, selection } = this;
    if (found === null) return;
    selection.removeWebhooks(await this.check.run(found.searchId, selection.byInstallation));
  }
}

function nearest(pages: Pages, page: number): Pages {
  if (pages.size <= maxPages) return pages;
  const byDistance = [...pages].sort(([a], [b]) => Math.abs(a - page) - Math.abs(b - page));
  return new Map(byDistance.slice(0, maxPages));
}

export const [getAllWebhooks, setAllWebhooks] = createContext<AllWebhooks>();
