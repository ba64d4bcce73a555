import type { Fate } from '../merge/fate.ts';
import type { Problem } from '../problem.ts';
import type { Issue } from '../webhook/check.ts';
import type { Webhook } from '../webhook/webhook.ts';

const nothingKnown = { facts: [], answer: null };

/** What the installation holds is not what the person saw; nothing was sent. */
export const conflictProblem = ({ title, advice }: Fate, live: Webhook | null): Problem => ({
  ...{ code: 'conflict', message: title, advice },
  ...{ ...nothingKnown, live },
});

/** What was entered cannot be used as it is; each issue names its field. */
export const invalidProblem = (issues: readonly Issue[]): Problem => ({
  code: 'invalid',
  message: issues.map((issue) => issue.message).join(' '),
  advice: 'Correct the marked fields. Nothing was sent.',
  ...nothingKnown,
  issues: [...issues],
});
