import { plainError, type ProblemError } from '#domain/problem.ts';

export const noSuchExport = (): ProblemError =>
  plainError(
    'refused',
    'This export is not known any more.',
    'Nothing was written. Prepare it again.',
  );

export const noSuchSecret = (): ProblemError =>
  plainError('refused', 'This secret is not in the export.', 'Prepare the export again.');
