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
    'Nothing was sent. Fix the ids on the installation, then refresh the list.',
  );

export const createdUnaddressableProblem = plainProblem(
  'refused',
  'A webhook with this name has no unique id, so it may be the new webhook.',
  'Check the list and fix the ids on the installation.',
);

export const draftChangedProblem = plainProblem(
  'draft-changed',
  'This draft changed, perhaps in another window. Nothing was sent.',
  'Review it again, then publish it.',
);

export const invalidProblem = (issues: readonly Issue[]): Problem => ({
  code: 'invalid',
  message: issues.map((issue) => issue.message).join(' '),
  advice: 'Correct the marked fields. Nothing was sent.',
  ...nothingKnown,
  issues: [...issues],
});
