import { plainError, type ProblemError } from '#domain/problem.ts';
import type { Refusal } from '#domain/rotation/secret-value.ts';

export const refused = ({ message, advice }: Refusal): ProblemError =>
  plainError('refused', message, advice);

export const noSuchSearch = (): ProblemError =>
  plainError(
    'refused',
    'The value is no longer held.',
    'Nothing was sent. Search for the value again.',
  );

export const noSuchHeader = (): ProblemError =>
  plainError(
    'refused',
    'This header is not in the list that was last read.',
    'Refresh the list, or paste the value.',
  );

export const noNewValue = (): ProblemError =>
  plainError('refused', 'The new value is missing.', 'Nothing was sent. Enter the new value.');

export const noHolder = (): ProblemError =>
  plainError(
    'refused',
    'No webhook holds this value any more.',
    'Nothing was sent. Search for the value again.',
  );
