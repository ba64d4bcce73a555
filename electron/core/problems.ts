import { plainProblem, ProblemError } from '#domain/problem.ts';
import { invalidProblem } from '#domain/publishing/problems.ts';
import type { Issue } from '#domain/webhook/check.ts';

/** What was entered cannot be used as it is; each issue names its field. */
export function invalid(issues: readonly Issue[]): ProblemError {
  return new ProblemError(invalidProblem(issues));
}

/** The connection is marked read-only, so nothing that writes is done for it. */
export function readOnly(name: string): ProblemError {
  return new ProblemError(
    plainProblem(
      'read-only',
      `${name} is marked read-only here.`,
      'Nothing was sent. To write to it, change its settings first.',
    ),
  );
}

/** Stops what a person cancelled before anything was sent. */
export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new ProblemError(plainProblem('aborted', 'This was cancelled.', 'Nothing was sent.'));
}
