import { plainProblem, ProblemError } from '#domain/problem.ts';

export const noSuchExport = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'This export is not known any more.',
      'Nothing was written. Prepare it again.',
    ),
  );

export const noSuchSecret = (): ProblemError =>
  new ProblemError(
    plainProblem('refused', 'This secret is not in the export.', 'Prepare the export again.'),
  );
