import type { ProblemError } from '#domain/problem.ts';
import { refusedError } from '../../problems.ts';

export const noSuchExport = (): ProblemError =>
  refusedError('This export is not known any more.', 'Nothing was written. Prepare it again.');

export const noSuchSecret = (): ProblemError =>
  refusedError('This secret is not in the export.', 'Prepare the export again.');
