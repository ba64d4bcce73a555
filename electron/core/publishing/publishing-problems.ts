import { plainError, ProblemError } from '#domain/problem.ts';
import { draftChangedProblem } from '#domain/publishing/publish-problems.ts';

export const underWay = (): ProblemError =>
  plainError(
    'unfinished',
    'A request for this is under way, in another window or in a plan. Nothing more was sent.',
    'Wait for its outcome, and look again.',
  );

export const openStill = (): ProblemError =>
  plainError(
    'unfinished',
    'Hookdesk does not know yet whether an earlier request for this was applied. Nothing more was sent.',
    'Try again once the installation can be read. History shows the earlier request.',
  );

export const alreadyPublished = (): ProblemError =>
  plainError(
    'draft-changed',
    'This draft was published meanwhile. Nothing more was sent.',
    'Look at the webhook: it has what was published.',
  );

export const draftChanged = (): ProblemError => new ProblemError(draftChangedProblem);

export const noInstallation = (): ProblemError =>
  plainError(
    'no-such-connection',
    'This draft is for no installation yet.',
    'Move it to an installation first.',
  );
