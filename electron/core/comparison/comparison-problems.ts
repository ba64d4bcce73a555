import { maxCompared } from '#contract/comparisons.ts';
import { utcMinute } from '#domain/comparison/export/exported-comparison.ts';
import { plainError, plainProblem, type ProblemError } from '#domain/problem.ts';

export const notRead = (name: string): ProblemError =>
  plainError(
    'refused',
    `The webhooks of ${name} have not been read yet.`,
    'Refresh the installation, then compare again.',
  );

export const inFuture = (): ProblemError =>
  plainError('refused', 'This time is in the future.', 'Select an earlier time.');

export const historyTooShort = (oldest: Date): ProblemError =>
  plainError(
    'refused',
    `History keeps entries since ${utcMinute(oldest)} only.`,
    'Select a later time.',
  );

export const tooManyInstallations = (): ProblemError =>
  plainError(
    'refused',
    `One comparison takes ${maxCompared} installations at most.`,
    'Select fewer installations.',
  );

export const onlyReference = (): ProblemError =>
  plainError(
    'refused',
    'Only the reference is selected.',
    'Select another installation to compare with it.',
  );

export const noSuchComparison = (): ProblemError =>
  plainError('refused', 'This comparison was closed.', 'Compare again.');

export const noSuchComparedRow = (): ProblemError =>
  plainError('refused', 'This webhook is not in the comparison.', 'Compare again.');

export const nothingToMakeAlike = (): ProblemError =>
  plainError(
    'refused',
    'Nothing that was selected differs from the reference.',
    'Nothing was sent. Select webhooks that differ or are missing.',
  );

export const tooManyToMakeAlike = (most: number): ProblemError =>
  plainError(
    'refused',
    `One plan takes ${most.toLocaleString('en')} rows at most.`,
    'Nothing was sent. Select fewer webhooks or installations.',
  );

export const changedSinceCompared = plainProblem(
  'refused',
  'The webhook was deleted or renamed after it was compared.',
  'Compare again.',
);
