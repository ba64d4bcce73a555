import { Facet } from '@codemirror/state';

/** What a person can know of a token while editing. */
export interface TokenHelp {
  /** Without the percent signs. */
  readonly name: string;
  readonly meaning: string;
  readonly sample: string;
  /** When its value is empty, as a sentence; `null` where never. */
  readonly emptyWhen: string | null;
  /** Whether the installation's own, and not documented. */
  readonly own: boolean;
}

/** The tokens by their names. */
export type TokenBook = ReadonlyMap<string, TokenHelp>;

/** The tokens that the editor's marks, completion and help know. */
export const tokenBook = Facet.define<readonly TokenHelp[], TokenBook>({
  combine: (books) => new Map(books.flat().map((token) => [token.name, token])),
});
