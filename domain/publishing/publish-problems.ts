import type { RemoteChange } from '../merge/compare-with-remote.ts';
import { plainProblem, type Problem } from '../problem.ts';
import type { Issue } from '../webhook/check.ts';
import { defectInWords, type IdDefect } from '../webhook/listed.ts';
import type { Webhook } from '../webhook/webhook.ts';

const nothingKnown = { facts: [], answer: null };

export const conflictProblem = (
  { title, advice }: RemoteChange,
  live: Webhook | null,
): Problem => ({
  code: 'conflict',
  message: title,
  advice,
  ...nothingKnown,
  live,
});

export const unaddressableProblem = (defect: IdDefect): Problem =>
  plainProblem(
    'refused',
    `${defectInWords(defect)} in the list of this installation, so a request could change the wrong webhook.`,
    'Nothing was sent. Have the installation give each webhook its own id, then read the list again.',
  );

export const createdUnaddressableProblem = plainProblem(
  'refused',
  'The list has a webhook of this name that its id does not identify, so it may be the new one.',
  'Look at the list. Have the installation give each webhook its own id.',
);

export const draftChangedProblem = plainProblem(
  'draft-changed',
  'This draft was changed meanwhile, perhaps in another window. Nothing was sent.',
  'Review it again, then publish it.',
);

export const invalidProblem = (issues: readonly Issue[]): Problem => ({
  code: 'invalid',
  message: issues.map((issue) => issue.message).join(' '),
  advice: 'Correct the marked fields. Nothing was sent.',
  ...nothingKnown,
  issues: [...issues],
});
