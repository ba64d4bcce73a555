import { compareWithRemote } from '../merge/compare-with-remote.ts';
import { maskedUrl } from '../secrets/masking.ts';
import { plainProblem, type Problem } from '../problem.ts';
import type { Issue } from '../issue.ts';
import { defectInWords, type IdDefect } from '../webhook/listed.ts';
import type { Webhook } from '../webhook/webhook.ts';

const noFacts = { facts: [], answer: null };

/** Without a draft, the advice speaks of no edits. */
export function conflictProblem(
  base: Webhook,
  live: Webhook | null,
  draftId: string | null,
): Problem {
  const { title, advice: adviceForDraft } = compareWithRemote(base, live);
  const advice =
    live === null
      ? 'Nothing was sent. There is no webhook to change.'
      : 'Nothing was sent. Check the current version before you change this webhook.';
  return {
    code: 'conflict',
    message: title,
    advice: draftId === null ? advice : adviceForDraft,
    ...noFacts,
    live,
  };
}

export const unaddressableProblem = (defect: IdDefect): Problem =>
  defect.kind === 'unreadable'
    ? plainProblem(
        'refused',
        `A member of this webhook has the wrong type: ${defectInWords(defect)}.`,
        'Nothing was sent. Fix the webhook on the installation, then refresh the list.',
      )
    : plainProblem(
        'refused',
        `${defectInWords(defect)} in the list of this installation, so a request could change the wrong webhook.`,
        'Nothing was sent. Fix the ids on the installation, then refresh the list.',
      );

export const createdUnaddressableProblem = plainProblem(
  'refused',
  'A webhook with this name has no unique id, so it may be the new webhook.',
  'Check the list and fix the ids on the installation.',
);

/** @param webhooks those with the name of a create that the person has not seen */
export function appearedProblem(webhooks: readonly Webhook[]): Problem {
  const ids = webhooks.map(({ id }) => id).join(', ');
  return plainProblem(
    'appeared',
    webhooks.length === 1
      ? `Webhook ${ids} got this name since you looked. Nothing was sent.`
      : `The webhooks ${ids} got this name since you looked. Nothing was sent.`,
    'Compare, then publish again, or prepare the plan again, if you want another webhook with this name.',
    Object.fromEntries(webhooks.map(({ id, url }) => [`URL of webhook ${id}`, maskedUrl(url)])),
  );
}

export const draftChangedProblem = plainProblem(
  'draft-changed',
  'This draft changed, perhaps in another window. Nothing was sent.',
  'Review it again, then publish it.',
);

/** For values that a person entered in a form. */
export const invalidProblem = (issues: readonly Issue[]): Problem => ({
  code: 'invalid',
  message: issues.map((issue) => issue.message).join(' '),
  advice: 'Correct the marked fields. Nothing was sent.',
  ...noFacts,
  issues: [...issues],
});
