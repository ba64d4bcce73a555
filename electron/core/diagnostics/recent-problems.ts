import { ORPCError } from '@orpc/server';
import { Problem, ProblemError } from '#domain/problem.ts';

/** So many are kept: enough to tell what led to what. */
const most = 20;

/** A problem that a person was told about. */
export interface NotedProblem {
  readonly at: Date;
  /** What was asked for, such as `webhooks.list`. */
  readonly procedure: string;
  readonly problem: Problem;
}

/** The problems that people were last told about, in memory alone. */
export class RecentProblems {
  readonly #now: () => Date;
  #noted: readonly NotedProblem[] = [];

  constructor(now: () => Date) {
    this.#now = now;
  }

  note(procedure: string, problem: Problem): void {
    const noted = { at: this.#now(), procedure, problem };
    this.#noted = [noted, ...this.#noted].slice(0, most);
  }

  /** Notes the problem that something ended with; anything else is not for people. */
  noteError(procedure: string, error: unknown): void {
    if (error instanceof ProblemError) this.note(procedure, error.problem);
    else if (error instanceof ORPCError) {
      const told = Problem.safeParse(error.data);
      if (told.success) this.note(procedure, told.data);
    }
  }

  /** The same events, of which those that tell a problem are noted, and so is one at the end. */
  async *watched(
    procedure: string,
    events: AsyncGenerator<unknown, unknown, void>,
  ): AsyncGenerator<unknown, unknown, void> {
    try {
      for (;;) {
        const next = await events.next();
        if (next.done === true) return next.value;
        this.noteEvent(procedure, next.value);
        yield next.value;
      }
    } catch (error) {
      this.noteError(procedure, error);
      throw error;
    } finally {
      await events.return(undefined);
    }
  }

  /** Notes the problem that a step or an event of long work tells, if it tells one. */
  noteEvent(procedure: string, event: unknown): void {
    if (typeof event !== 'object' || event === null || !('problem' in event)) return;
    const told = Problem.safeParse(event.problem);
    if (told.success) this.note(procedure, told.data);
  }

  /** The latest first. */
  latest(): readonly NotedProblem[] {
    return this.#noted;
  }
}
