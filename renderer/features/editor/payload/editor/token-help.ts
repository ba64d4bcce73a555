import { Facet } from '@codemirror/state';

export interface TokenHelp {
  /** Without the percent signs. */
  readonly name: string;
  readonly meaning: string;
  readonly sample: string;
  /** When the value is empty, as a sentence; `null` for never. */
  readonly emptyWhen: string | null;
  /** Whether it is an installation's own token, not a documented one. */
  readonly own: boolean;
}

/** By name. */
export type TokenBook = ReadonlyMap<string, TokenHelp>;

export const tokenBook = Facet.define<readonly TokenHelp[], TokenBook>({
  combine: (books) => new Map(books.flat().map((token) => [token.name, token])),
});
