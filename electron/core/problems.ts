import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import { invalidProblem } from '#domain/publishing/publish-problems.ts';
import type { Issue } from '#domain/issue.ts';

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

export const noSuchDraft = (): ProblemError =>
  refusedError(
    'This draft no longer exists.',
    'It was published, moved or deleted, perhaps in another window. Reload the window.',
  );

export const keyIsThere = (): ProblemError =>
  refusedError(
    'The drafts file is in use and readable.',
    'Hookdesk replaces it only if its key is missing.',
  );

export const notSent = (problem: Problem): ProblemError =>
  new ProblemError({
    ...problem,
    message: `Nothing was sent, because Hookdesk could not record the change in History. ${problem.message}`,
    advice: `${problem.advice} Then publish again.`,
  });

export const noSuchEntry = (): ProblemError =>
  refusedError(
    'This entry is no longer in History.',
    'The entry was deleted because of its age, or its key has changed.',
  );

export const noSuchSearch = (): ProblemError =>
  refusedError(
    'This search was closed.',
    'Search again. Hookdesk closes searches when the vault is locked or many are open.',
  );

export const tooManySelected = (total: number, most: number): ProblemError =>
  refusedError(
    `${total.toLocaleString('en')} webhooks are selected.`,
    `Select at most ${most.toLocaleString('en')}: add a search term, such as installation: or group:.`,
  );
