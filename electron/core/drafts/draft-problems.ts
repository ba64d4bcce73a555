import type { ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

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
