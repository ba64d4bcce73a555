import type { ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

export const noSuchSearch = (): ProblemError =>
  refusedError(
    'This search was closed.',
    'Search again. Hookdesk closes searches when the vault is locked or many are open.',
  );

export const tooManySelected = (total: number, most: number): ProblemError =>
  refusedError(
    `${total.toLocaleString('en')} webhooks are selected.`,
    `Select at most ${most.toLocaleString('en')}: add a search term, such as installation: or group:.`,
  );
