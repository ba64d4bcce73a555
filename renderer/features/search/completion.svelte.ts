import type { HookdeskClient } from '#contract/index.ts';
import { TermName } from '#domain/search/terms.ts';
import { termMeanings } from './search-labels.ts';
import { partAt, quoted } from './query-parts.ts';

export interface Suggestion {
  readonly label: string;
  readonly meaning: string;
  /** Replaces the part at the caret. */
  readonly insert: string;
}

/** Letters of a free text from which terms are suggested. */
const minLetters = 2;

/** Suggests terms, and values of a term, for the part of the query at the caret. */
export class Completion {
  readonly #search: Pick<HookdeskClient['search'], 'values'>;
  #lastRequest = 0;
  suggestions = $state.raw<readonly Suggestion[]>([]);
  /** -1 for none: Enter then goes to the results. */
  at = $state(-1);
  readonly isOpen = $derived(this.suggestions.length > 0);
  readonly active = $derived(this.suggestions[this.at]);

  constructor(search: Pick<HookdeskClient['search'], 'values'>) {
    this.#search = search;
  }

  /** @param all whether terms are suggested without a letter too */
  async suggest(text: string, caret: number, all = false): Promise<void> {
    const request = (this.#lastRequest += 1);
    const suggestions = await this.#suggestionsFor(text, caret, all);
    // An earlier request may be answered after a later one.
    if (request !== this.#lastRequest) return;
    this.suggestions = suggestions;
    this.at = -1;
  }

  async #suggestionsFor(text: string, caret: number, all: boolean): Promise<Suggestion[]> {
    const { name, value, negated } = partAt(text, caret) ?? {
      name: null,
      value: '',
      negated: false,
    };
    const minus = negated ? '-' : '';
    if (name === null) {
      if (value.length < minLetters && !all) return [];
      return TermName.options
        .filter((term) => term.startsWith(value))
        .map((term) => ({
          label: `${term}:`,
          meaning: termMeanings[term],
          insert: `${minus}${term}:`,
        }));
    }
    const term = TermName.safeParse(name);
    if (!term.success) return [];
    const values = await this.#valuesOf(term.data, value);
    return values
      .filter((each) => each.toLowerCase() !== value)
      .map((each) => ({ label: each, meaning: '', insert: `${minus}${name}:${quoted(each)} ` }));
  }

  async #valuesOf(term: TermName, text: string): Promise<string[]> {
    try {
      return await this.#search.values({ term, text });
    } catch {
      // The search itself reports its problem.
      return [];
    }
  }

  /** Goes round the ends. */
  move(by: 1 | -1): void {
    const count = this.suggestions.length;
    if (count > 0) this.at = this.at < 0 && by < 0 ? count - 1 : (this.at + by + count) % count;
  }

  close(): void {
    this.#lastRequest += 1;
    this.suggestions = [];
    this.at = -1;
  }
}

/** The text with the suggestion in the place of the part at the caret, and the caret after it. */
export function completed(
  text: string,
  caret: number,
  { insert }: Suggestion,
): { text: string; caret: number } {
  const { start, end } = partAt(text, caret) ?? { start: caret, end: caret };
  const after = insert.endsWith(' ') ? text.slice(end).replace(/^ /, '') : text.slice(end);
  return { text: text.slice(0, start) + insert + after, caret: start + insert.length };
}
