import { ProblemError } from '#domain/problem.ts';

/** A problem that may have passed by the next attempt: a read is tried again after it. */
export class PassingProblem extends ProblemError {}
