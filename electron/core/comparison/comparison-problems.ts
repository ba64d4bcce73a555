import { maxCompared } from '#contract/comparisons.ts';
import { utcMinute } from '#domain/comparison/export/exported-comparison.ts';
import { plainProblem, type ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

export const notRead = (name: string): ProblemError =>
  refusedError(
    `The webhooks of ${name} have not been read yet.`,
    'Refresh the installation, then compare again.',
  );

export const inFuture = (): ProblemError =>
  refusedError('This time is in the future.', 'Select an earlier time.');

export const historyTooShort = (oldest: Date): ProblemError =>
  refusedError(`History keeps entries since ${utcMinute(oldest)} only.`, 'Select a later time.');

export const tooManyInstallations = (): ProblemError =>
  refusedError(
    `One comparison takes ${maxCompared} installations at most.`,
    'Select fewer installations.',
  );

export const onlyReference = (): ProblemError =>
  refusedError(
    'Only the reference is selected.',
    'Select another installation to compare with it.',
  );

export const noSuchComparison = (): ProblemError =>
  refusedError('This comparison was closed.', 'Compare again.');

export const noSuchComparedRow = (): ProblemError =>
  refusedError('This webhook is not in the comparison.', 'Compare again.');

export const nothingToMakeAlike = (): ProblemError =>
  refusedError(
    'Nothing that was selected differs from the reference.',
    'Nothing was sent. Select webhooks that differ or are missing.',
  );

export const tooManyToMakeAlike = (most: number): ProblemError =>
  refusedError(
    `One plan takes ${most.toLocaleString('en')} rows at most.`,
    'Nothing was sent. Select fewer webhooks or installations.',
  );

export const changedSinceCompared = plainProblem(
  'refused',
  'The webhook was changed, deleted or renamed after it was compared.',
  'Compare again.',
);
