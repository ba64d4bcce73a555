import type { ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

export const noSuchPause = (): ProblemError =>
  refusedError(
    'This pause no longer exists.',
    'Nothing was sent. It ended or was forgotten, perhaps in another window.',
  );

export const stillPausing = (): ProblemError =>
  refusedError(
    'This pause is still disabling webhooks.',
    'Nothing was sent. Wait until its plan ends, or cancel that plan.',
  );

export const stillResuming = (): ProblemError =>
  refusedError(
    'This pause is being resumed already.',
    'Nothing was sent. Wait until its plan ends, or cancel that plan.',
  );

export const pauseHasBegun = (): ProblemError =>
  refusedError('This pause has begun already.', 'Nothing was sent. Another window began it.');

/** Of webhooks in a plan, after it was prepared. */
export const pausesChanged = (): ProblemError =>
  refusedError(
    'The pauses of these webhooks changed after the plan was prepared.',
    'Nothing was sent. Refresh the plan, or make a new one.',
  );

/** @throws ProblemError('refused') */
export function refuseEndBefore(start: Date, until: Date | null): void {
  if (until === null || until > start) return;
  throw refusedError(
    'The pause would end before it begins.',
    'Nothing was sent. Enter a later end.',
  );
}

export const nothingToPause = (): ProblemError =>
  refusedError(
    'None of these webhooks is enabled, so there is nothing to pause.',
    'Nothing was sent.',
  );

export const tooManyPaused = (most: number): ProblemError =>
  refusedError(
    `One pause takes ${most.toLocaleString('en')} webhooks at most.`,
    'Nothing was sent. Select fewer webhooks.',
  );
