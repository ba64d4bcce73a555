import { type Problem, ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

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
