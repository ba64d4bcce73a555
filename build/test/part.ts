import type { Counts } from './counts.ts';
import type { Requirement } from './requirements.ts';
import type { PartName } from './test-options.mjs';

/** What came out of a part: its counts, and what a person should read about what failed. */
export interface Result {
  readonly counts: Counts;
  readonly complaints: readonly string[];
}

/** What a part may use. */
export interface Context {
  /** The folder of package.json. */
  readonly root: string;
  /** Aborted when the part's time is over. */
  readonly signal: AbortSignal;
}

/** One part of `npm test`. */
export interface Part {
  readonly name: PartName;
  /** After so long it is ended and has failed, in seconds. */
  readonly timeLimit: number;
  /** Programs of the system without which it cannot run. */
  readonly needs?: readonly Requirement[];
  readonly run: (context: Context) => Promise<Result>;
}
