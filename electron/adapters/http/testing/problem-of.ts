import { type Problem, ProblemError } from '#domain/problem.ts';

/** The problem that work ends with; fails where it ends with anything else. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('It went well, and should not have.');
}

/** One fact of a problem; `null` where it has none of that name. */
export const factOf = (problem: Problem, label: string): string | null =>
  problem.facts.find((fact) => fact.label === label)?.value ?? null;
