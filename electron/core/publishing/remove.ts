import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import { conflictProblem, unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { withoutEffect } from '#domain/publishing/effect-by-answer.ts';
import { sameContent } from '#domain/webhook/difference.ts';
import { addressable, idDefects } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { isNotFound } from '../installations/client.ts';
import type { EntryEnd } from '../journal/journal.ts';
import type { WebhookList } from '../ports.ts';
import { type Completed, recordUnread, unfinishedAdvice } from './completion.ts';
import type { PublishContext } from './context.ts';
import { journalAndSend, mayStillApply } from './send.ts';

/** Deletes a webhook; `null`: already gone. @throws ProblemError `conflict` (not `base`), `RefusedRequest` */
export async function remove(context: PublishContext, base: Webhook): Promise<Completed | null> {
  const { client, journal } = context;
  const live = await client.find(base.id);
  if (live === null) return null;
  // Header ids may differ: they do not matter for a delete.
  if (!sameContent(base, live)) {
    throw new ProblemError(conflictProblem(base, live, context.origin.draftId));
  }

  const sent = await journalAndSend(context, { action: 'delete', id: live.id }, live);

  const { entry, doubt } = sent;
  let remaining: Webhook | null;
  try {
    remaining = await readRemaining(client, live.id, doubt !== null);
  } catch (error) {
    return recordUnread(context, sent, error);
  }
  if (remaining === null) {
    const notes =
      doubt === null ? [] : [`${doubt.message} A check shows that the webhook was deleted.`];
    const end: EntryEnd = { outcome: 'done', after: null, problem: null, notes };
    return { entry: await journal.complete(entry, end), outcome: null, problem: null };
  }
  const problem = notRemoved(doubt);
  if (mayStillApply(sent)) {
    const end: EntryEnd = { outcome: 'unknown', after: null, problem: doubt, notes: [] };
    return {
      entry: await journal.complete(entry, end),
      outcome: null,
      problem: new ProblemError({ ...problem, advice: unfinishedAdvice }),
    };
  }
  const end: EntryEnd = { outcome: 'not-applied', after: remaining, problem, notes: [] };
  const completed = await journal.complete(entry, end);
  return { entry: completed, outcome: null, problem: new ProblemError(problem) };
}

/** @param isInDoubt the request got no answer: then one answer 404, which a gateway can give, proves nothing */
async function readRemaining(
  client: PublishContext['client'],
  id: number,
  isInDoubt: boolean,
): Promise<Webhook | null> {
  try {
    return await client.readBack(id, () => false);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  let remaining: Webhook | null = null;
  const take = ({ webhooks }: WebhookList): void => {
    const defect = idDefects(webhooks).get(id);
    if (defect !== undefined) throw new ProblemError(unaddressableProblem(defect));
    remaining = addressable(webhooks).find((webhook) => webhook.id === id) ?? null;
    if (remaining === null) client.noteWritten(id, null);
  };
  if (isInDoubt) await client.list({ beforeSnapshot: take });
  else client.noteWritten(id, null);
  return remaining;
}

function notRemoved(doubt: Problem | null): Problem {
  const check = 'A check shows that the webhook still exists.';
  if (doubt !== null) return withoutEffect({ ...doubt, message: `${doubt.message} ${check}` });
  return plainProblem(
    'server-failed',
    `The installation accepted the request. ${check}`,
    'Refresh the list, and check the log of the installation.',
  );
}
