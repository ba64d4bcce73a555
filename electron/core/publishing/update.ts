import { type Problem, ProblemError } from '#domain/problem.ts';
import { matchesRequest } from '#domain/publishing/matches-request.ts';
import { payloadTypeIgnoredNotes } from '#domain/publishing/unrequested-changes.ts';
import { conflictProblem } from '#domain/publishing/publish-problems.ts';
import { changedSince } from '#domain/webhook/difference.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { isNotFound } from '../installations/client.ts';
import { stopIfCancelled } from '../problems.ts';
import {
  type Completed,
  recordNotApplied,
  recordRead,
  recordUnfinished,
  recordUnread,
} from './completion.ts';
import type { PublishContext, PublishStep } from './context.ts';
import { journalAndSend, mayStillApply } from './send.ts';

/**
 * Updates a webhook. Returns `null` when a plan's row is already applied. The signal has no effect once sending has
 * begun.
 * @throws ProblemError `conflict` when the webhook differs from `base`; `RefusedRequest`
 */
export async function* update(
  context: PublishContext,
  base: Webhook,
  definition: WebhookDefinition,
  signal?: AbortSignal,
): AsyncGenerator<PublishStep, Completed | null, void> {
  const { client } = context;
  yield 'checking';
  const live = await client.find(base.id, { signal });
  if (context.origin.planId !== null && live !== null && matchesRequest(definition, live)) {
    return null;
  }
  if (live === null || changedSince(base, live)) {
    throw new ProblemError(conflictProblem(base, live, context.origin.draftId));
  }
  stopIfCancelled(signal);

  yield 'sending';
  const sent = await journalAndSend(context, { action: 'update', live, definition }, live);

  yield 'reading-back';
  let webhook: Webhook;
  try {
    const isOwn = (read: Webhook): boolean =>
      sent.doubt === null || matchesRequest(definition, read);
    webhook = await client.readBack(live.id, isOwn);
  } catch (error) {
    if (isNotFound(error) && isReportedGone(sent.doubt)) {
      const notes = [`${sent.doubt.message} A check shows that the webhook is gone.`];
      return recordNotApplied(context, sent, { requested: definition, webhook: null, notes });
    }
    return recordUnread(context, sent, error);
  }
  const isApplied = matchesRequest(definition, webhook);
  if (!isApplied && mayStillApply(sent)) return recordUnfinished(context, sent);
  if (!isApplied && sent.doubt !== null && !changedSince(live, webhook)) {
    const notes = [`${sent.doubt.message} A check shows that the update was not applied.`];
    return recordNotApplied(context, sent, { requested: definition, webhook, notes });
  }
  const { payloadTypePlace } = client.connection;
  const notes = payloadTypeIgnoredNotes(definition, webhook, payloadTypePlace);
  return recordRead(context, sent, { requested: definition, webhook, notes });
}

/** Without this answer, the update may have been applied before the webhook was deleted. */
const isReportedGone = (doubt: Problem | null): doubt is Problem =>
  doubt?.answer?.status === 404 || doubt?.answer?.status === 410;
