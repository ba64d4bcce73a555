import { ORPCError } from '@orpc/client';
import { plainProblem, Problem } from '#domain/problem.ts';

export function problemOf(error: unknown): Problem {
  if (error instanceof ORPCError && error.code === 'PROBLEM') {
    const parsed = Problem.safeParse(error.data);
    if (parsed.success) return parsed.data;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return plainProblem('aborted', 'Stopped.', 'Nothing more was asked of the installation.');
  }
  return plainProblem(
    'refused',
    'Something went wrong inside Hookdesk.',
    'Try again. If it fails again, report the last lines of the log: Settings, Diagnostics says where it is.',
    { Error: error instanceof Error ? error.message : String(error) },
  );
}
