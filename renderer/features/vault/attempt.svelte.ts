import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';

/** Runs one action of a dialog at a time. */
export class Attempt {
  busy = $state.raw<string | null>(null);
  problem = $state.raw<Problem | null>(null);

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

  mistakeAt(path: string): string | undefined {
    return this.problem?.code === 'invalid'
      ? this.problem.issues.find((issue) => issue.path === path)?.message
      : undefined;
  }

  get otherProblem(): Problem | null {
    return this.problem?.code === 'invalid' ? null : this.problem;
  }
}
