import type { Random } from '../../seeds/random.ts';

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
export type Mutation = readonly [string, (draft: Draft, random: Random) => void];
