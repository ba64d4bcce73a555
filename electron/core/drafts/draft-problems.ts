import { plainError, type ProblemError } from '#domain/problem.ts';

export const noSuchDraft = (): ProblemError =>
  plainError(
    'refused',
    'This draft is not there any more.',
    'It was published, moved or deleted, perhaps in another window. Load the window again.',
  );

export const keyIsThere = (): ProblemError =>
  plainError(
    'refused',
    'The file of drafts is in use and can be read.',
    'It is set aside only where the key for it is gone.',
  );
