import type { OpenExternal } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';

/** The browser opens links itself; this process starts no programs. */
export const refuseExternalLink: OpenExternal = () =>
  Promise.reject(
    new ProblemError(
      plainProblem(
        'refused',
        'Hookdesk runs in your browser and opens nothing outside of it.',
        'Open the link in a new tab.',
      ),
    ),
  );
