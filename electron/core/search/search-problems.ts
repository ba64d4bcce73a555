import { plainError, type ProblemError } from '#domain/problem.ts';

export const noSuchSearch = (): ProblemError =>
  plainError(
    'refused',
    'This search was closed.',
    'Search again. Hookdesk closes searches when the vault is locked or many are open.',
  );

export const tooManySelected = (total: number, most: number): ProblemError =>
  plainError(
    'refused',
    `${total.toLocaleString('en')} webhooks are selected.`,
    `Select at most ${most.toLocaleString('en')}: add a search term, such as installation: or group:.`,
  );
