import { plainError, ProblemError } from '#domain/problem.ts';
import { draftChangedProblem } from '#domain/publishing/publish-problems.ts';

export const otherRequestRuns = (): ProblemError =>
  plainError(
    'unfinished',
    'Another window or plan is sending a request for this webhook. Nothing was sent.',
    'Wait for its result, then refresh.',
  );

export const earlierRequestOpen = (): ProblemError =>
  plainError(
    'unfinished',
    'The result of an earlier request is not known yet. Nothing was sent.',
    'Try again when the installation is reachable. History shows the earlier request.',
  );

export const alreadyPublished = (): ProblemError =>
  plainError(
    'draft-changed',
    'This draft is already published. Nothing was sent.',
    'Open the webhook to see the published version.',
  );

export const alreadyUndone = (): ProblemError =>
  plainError(
    'refused',
    'This change was undone already. Nothing was sent.',
    'Undo that undo first, or change the webhook.',
  );

export const draftChanged = (): ProblemError => new ProblemError(draftChangedProblem);

export const noInstallation = (): ProblemError =>
  plainError(
    'no-such-connection',
    'This draft has no installation.',
    'Move the draft to an installation first.',
  );
