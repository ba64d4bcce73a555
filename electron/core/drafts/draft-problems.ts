import { plainError, type ProblemError } from '#domain/problem.ts';

export const noSuchDraft = (): ProblemError =>
  plainError(
    'refused',
    'This draft no longer exists.',
    'It was published, moved or deleted, perhaps in another window. Reload the window.',
  );

export const keyIsThere = (): ProblemError =>
  plainError(
    'refused',
    'The drafts file is in use and readable.',
    'Hookdesk replaces it only if its key is missing.',
  );
