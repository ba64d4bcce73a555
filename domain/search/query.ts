import type { SearchTerm } from './terms.ts';

/** One condition of a search. A webhook is found when it meets all of them. */
export interface QueryTerm {
  /** `text`: name, URL, payload template or the name of a header contains the value. */
  readonly term: SearchTerm | 'text';
  /** In lower case; never empty. */
  readonly value: string;
  readonly negated: boolean;
}

/** A part of the search text that cannot be searched; offsets are UTF-16 units. */
export interface QueryMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
  /** With a mistake, a search finds nothing, to prevent the selection of unintended webhooks. */
  readonly mistakes: readonly QueryMistake[];
}
