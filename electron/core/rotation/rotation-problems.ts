import type { ProblemError } from '#domain/problem.ts';
import type { Refusal } from '#domain/rotation/secret-value.ts';
import { refusedError } from '../problems.ts';

export const refused = ({ message, advice }: Refusal): ProblemError =>
  refusedError(message, advice);

export const noSuchSearch = (): ProblemError =>
  refusedError('The value is no longer held.', 'Nothing was sent. Search for the value again.');

export const noSuchHeader = (): ProblemError =>
  refusedError(
    'This header is not in the list that was last read.',
    'Refresh the list, or paste the value.',
  );

export const noNewValue = (): ProblemError =>
  refusedError('The new value is missing.', 'Nothing was sent. Enter the new value.');

export const noHolder = (): ProblemError =>
  refusedError(
    'No webhook holds this value any more.',
    'Nothing was sent. Search for the value again.',
  );
