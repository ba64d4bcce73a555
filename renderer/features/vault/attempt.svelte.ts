import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../model/problem.ts';

/** Something that a dialog has the host do, one thing at a time. */
export class Attempt {
  /** What is under way, in a few words; `null` for nothing. */
  busy = $state.raw<string | null>(null);
  /** What was wrong with it the last time. */
  problem = $state.raw<Problem | null>(null);

  /** Resolves to whether it was done. */
  async run(words: string, work: () => Promise<void>): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = words;
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = null;
    }
  }

  /** What the host has against one of the fields; `undefined` where it has nothing. */
  mistakeAt(path: string): string | undefined {
    return this.problem?.code === 'invalid'
      ? this.problem.issues.find((issue) => issue.path === path)?.message
      : undefined;
  }

  /** What was wrong and belongs to no field. */
  get otherProblem(): Problem | null {
    return this.problem?.code === 'invalid' ? null : this.problem;
  }
}
