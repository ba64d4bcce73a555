import { ORPCError } from '@orpc/client';
import { plainProblem, Problem } from '#domain/problem.ts';

export function problemOf(error: unknown): Problem {
  if (error instanceof ORPCError && error.code === 'PROBLEM') {
    const parsed = Problem.safeParse(error.data);
    if (parsed.success) return parsed.data;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return plainProblem('aborted', 'Stopped.', 'Hookdesk sends no further requests.');
  }
  return plainProblem(
    'refused',
    'Internal error in Hookdesk.',
    'Try again. If the error persists, report the last lines of the log (Settings, Diagnostics).',
    { Error: error instanceof Error ? error.message : String(error) },
  );
}
