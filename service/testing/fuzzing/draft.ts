/** Source of the random choices of a mutation. */
export interface Choices {
  /** An integer from 0 to `below` - 1. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** A request before it is encoded as bytes. */
export interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  body: Buffer;
  /** Whether Content-Length is added; a mutation of the framing sets this to `false`. */
  framed: boolean;
}

/** Description and function of one change to a request. */
export type Mutation = readonly [string, (draft: Draft, choices: Choices) => void];
