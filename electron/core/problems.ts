import { plainError, ProblemError } from '#domain/problem.ts';
import { invalidProblem } from '#domain/publishing/publish-problems.ts';
import type { Issue } from '#domain/webhook/check.ts';

export function invalid(issues: readonly Issue[]): ProblemError {
  return new ProblemError(invalidProblem(issues));
}

export const invalidField = (path: string, message: string): ProblemError =>
  invalid([{ path, level: 'error', message }]);

/** @param facts such as `{ Host: 'example.com' }` */
export const refusedError = (
  message: string,
  advice: string,
  facts?: Record<string, string>,
): ProblemError => plainError('refused', message, advice, facts);

export const settingsChanged = (): ProblemError =>
  plainError(
    'aborted',
    'The installation settings have changed.',
    'Nothing was sent. Try again with the new settings.',
  );

export const cancelled = (): ProblemError =>
  plainError('aborted', 'This was cancelled.', 'Nothing was sent.');

export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled();
}

export const noSuchRow = (): ProblemError =>
  refusedError('This row is not in the plan.', 'Nothing was sent. Prepare the plan again.');

export const noSuchPlan = (): ProblemError =>
  refusedError('This plan no longer exists.', 'Nothing was sent. Prepare the plan again.');
