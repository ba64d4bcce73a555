import type { Problem } from '#domain/problem.ts';
import { problemOf } from './problem.ts';

/** Runs the requests of one dialog or pane; a new request aborts the running one. */
export class Attempt {
  #controller = new AbortController();
  running = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Shown while the request runs. */
  label = $state('');

  /** Resolves to whether `work` ended without an error and was not aborted. */
  async run(work: (signal: AbortSignal) => unknown, label = ''): Promise<boolean> {
    this.stop();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.label = label;
    this.running = true;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
    } finally {
      if (!signal.aborted) this.running = false;
    }
    return !signal.aborted && this.problem === null;
  }

  /** Aborts the running request, and forgets the problem of the last one. */
  stop(): void {
    this.#controller.abort();
    this.running = false;
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
