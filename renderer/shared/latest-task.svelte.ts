import type { Problem } from '#domain/problem.ts';
import { problemOf } from './problem.ts';

/** Runs one task at a time: a new task aborts the one before. */
export class LatestTask {
  #running: AbortController | null = null;
  isRunning = $state(false);
  /** Why the last task failed. */
  problem = $state.raw<Problem | null>(null);

  /** Returns `null` if the task fails, or is aborted before it ends. */
  async run<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    this.stop();
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    this.isRunning = true;
    this.problem = null;
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
  }
}
