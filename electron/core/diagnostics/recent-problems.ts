import { Problem, ProblemError } from '#domain/problem.ts';

const most = 20;

export interface NotedProblem {
  readonly at: Date;
  readonly procedure: string;
  readonly problem: Problem;
}

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

  noteError(procedure: string, error: unknown): void {
    if (error instanceof ProblemError) this.note(procedure, error.problem);
  }

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

  noteEvent(procedure: string, event: unknown): void {
    if (typeof event !== 'object' || event === null || !('problem' in event)) return;
    const told = Problem.safeParse(event.problem);
    if (told.success) this.note(procedure, told.data);
  }

  latest(): readonly NotedProblem[] {
    return this.#noted;
  }
}
