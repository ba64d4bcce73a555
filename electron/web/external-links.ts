import type { OpenExternal } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';

/** In a browser the window opens links by itself; this process starts no programs for it. */
export const refuseToOpen: OpenExternal = () =>
  Promise.reject(
    new ProblemError(
      plainProblem(
        'refused',
        'Hookdesk runs in your browser and opens nothing outside of it.',
        'Open the link in a new tab.',
      ),
    ),
  );
