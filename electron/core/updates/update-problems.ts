import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

export const serverTooSlow = (seconds: number): ProblemError =>
  plainError(
    'timed-out',
    `The update server did not answer within ${seconds} s.`,
    'Check the network, then check for updates again.',
  );

export const downloadStopped = (minutes: number): ProblemError =>
  plainError(
    'timed-out',
    `The download made no progress for ${minutes} min.`,
    'Check the network, then check for updates again.',
  );

/** The problem of an error that is none keeps its details out of the window. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : refusedError(
        'The update failed for an unknown reason.',
        'Check for updates again. If it fails again, install the new version yourself.',
      ).problem;
