import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { type EditorView, runScopeHandlers, type ViewUpdate } from '@codemirror/view';

/** Milliseconds without a change before matches are counted. */
const pause = 150;
const maxCounted = 1_000;

/** `at` is the selected match, from 1; 0 for none. */
export interface Matches {
  readonly count: number;
  readonly at: number;
  /** Whether counting stopped at the limit. */
  readonly more: boolean;
}

interface QueryChange {
  search?: string;
  replace?: string;
  caseSensitive?: boolean;
  wholeWord?: boolean;
  regexp?: boolean;
}

export class SearchBox {
  readonly view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  query = $state.raw(new SearchQuery({ search: '' }));
  matches = $state.raw<Matches | null>(null);

  constructor(view: EditorView) {
    this.view = view;
    this.query = getSearchQuery(view.state);
    this.#countSoon();
  }

  get readOnly(): boolean {
    return this.view.state.readOnly;
  }

  changeQuery(change: QueryChange): void {
    const { search, replace, caseSensitive, wholeWord, regexp } = this.query;
    this.query = new SearchQuery({
      search,
      replace,
      caseSensitive,
      wholeWord,
      regexp,
      ...change,
      literal: true,
    });
    this.view.dispatch({ effects: setSearchQuery.of(this.query) });
    this.#countSoon();
  }

  next(): void {
    findNext(this.view);
  }

  previous(): void {
    findPrevious(this.view);
  }

  replace(): void {
    replaceNext(this.view);
  }

  replaceAll(): void {
    replaceAll(this.view);
  }

  close(): void {
    closeSearchPanel(this.view);
    this.view.focus();
  }

  /** Handles keys that work in the panel and in the text; returns whether it did. */
  key(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') this.close();
    else if (!runScopeHandlers(this.view, event, 'search-panel')) return false;
    event.preventDefault();
    return true;
  }

  update(update: ViewUpdate): void {
    const query = getSearchQuery(update.state);
    if (!query.eq(this.query)) this.query = query;
    if (update.docChanged || update.selectionSet) this.#countSoon();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #countSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.matches = this.#count();
    }, pause);
  }

  #count(): Matches | null {
    if (!this.query.valid) return null;
    const { state } = this.view;
    const { from, to } = state.selection.main;
    const cursor = this.query.getCursor(state);
    let count = 0;
    let at = 0;
    for (let match = cursor.next(); match.done !== true; match = cursor.next()) {
      if (count === maxCounted) return { count, at, more: true };
      count += 1;
      if (match.value.from === from && match.value.to === to) at = count;
    }
    return { count, at, more: false };
  }
}
