/** What a mutation chooses by. */
export interface Choices {
  /** A whole number from 0 to `below` - 1. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** A request before it is put together. */
export interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  body: Buffer;
  /** Whether Content-Length is added; a mutation of the framing says it itself. */
  framed: boolean;
}

/** Something that is done to a request, in words and in code. */
export type Mutation = readonly [string, (draft: Draft, choices: Choices) => void];
