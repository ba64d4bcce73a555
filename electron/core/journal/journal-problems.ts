import { plainError, type Problem, ProblemError } from '#domain/problem.ts';

export const notSent = (problem: Problem): ProblemError =>
  new ProblemError({
    ...problem,
    message: `Nothing was sent, because the journal could not note it first. ${problem.message}`,
    advice: `${problem.advice} Then publish again.`,
  });

export const noSuchEntry = (): ProblemError =>
  plainError(
    'refused',
    'This entry is not in the journal any more.',
    'It was removed because of its age, or cannot be read with the key that is there now.',
  );
