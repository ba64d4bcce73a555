import type { Problem } from '#domain/problem.ts';
import { problemOf } from './problem.ts';

/** Runs one task at a time: a new task aborts the one before. */
export class LatestTask {
  #running: AbortController | null = null;
  isRunning = $state(false);
  /** Shown while the task runs. */
  label = $state('');
  problem = $state.raw<Problem | null>(null);

  /** Returns `null` if the task fails, or is aborted before it ends. */
  async run<Result>(
    task: (signal: AbortSignal) => Promise<Result>,
    label = '',
  ): Promise<Result | null> {
    this.stop();
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    this.label = label;
    this.isRunning = true;
    try {
      const result = await task(signal);
      return signal.aborted ? null : result;
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
      return null;
    } finally {
      if (!signal.aborted) this.isRunning = false;
    }
  }

  stop(): void {
    this.#running?.abort();
    this.isRunning = false;
    this.problem = null;
  }

  mistakeAt(path: string): string | undefined {
    return this.problem?.code === 'invalid'
      ? this.problem.issues.find((issue) => issue.path === path)?.message
      : undefined;
  }

  /** The problem, unless its messages are shown at fields. */
  get otherProblem(): Problem | null {
    return this.problem?.code === 'invalid' ? null : this.problem;
  }
}
