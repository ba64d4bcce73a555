import type { Counts } from './counts.ts';
import type { Requirement } from './requirements.ts';
import type { PartName } from './test-options.mjs';

/** The result of a part: its counts and the texts about failures. */
export interface Result {
  readonly counts: Counts;
  readonly complaints: readonly string[];
}

/** What a part receives when it runs. */
export interface Context {
  /** The folder of package.json. */
  readonly root: string;
  /** Aborts at the time limit of the part. */
  readonly signal: AbortSignal;
}

/** One part of `npm test`. */
export interface Part {
  readonly name: PartName;
  /** Time limit in seconds; a longer run is ended and counts as failed. */
  readonly timeLimit: number;
  /** Programs of the system that the part requires. */
  readonly needs?: readonly Requirement[];
  readonly run: (context: Context) => Promise<Result>;
}
