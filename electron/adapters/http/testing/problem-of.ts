import { type Problem, ProblemError } from '#domain/problem.ts';

/** Returns the problem of a rejection. Throws for any other result. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('It went well, and should not have.');
}

/** Returns a fact of a problem, or `null` without a fact of that name. */
export const factOf = (problem: Problem, label: string): string | null =>
  problem.facts.find((fact) => fact.label === label)?.value ?? null;
