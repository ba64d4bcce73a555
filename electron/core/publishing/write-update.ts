import { fateOf } from '#domain/merge/fate.ts';
import { isAsMeant } from '#domain/publishing/as-meant.ts';
import { payloadTypeIgnoredNotes } from '#domain/publishing/payload-type-ignored.ts';
import { conflictProblem } from '#domain/publishing/problems.ts';
import { ProblemError } from '#domain/problem.ts';
import { changedSince } from '#domain/webhook/difference.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { doubtNotes, type Ended, endNotApplied, endRead, endUnread } from './ended.ts';
import { lookAt } from './look-at.ts';
import { outcomeOf } from './outcome.ts';
import type { Errand, Publishing } from './publishing.ts';
import type { Sent } from './send.ts';

/**
 * The webhook as the service holds it now, which is what the person saw; header ids included.
 *
 * @throws ProblemError `conflict` where it holds something else, or nothing
 */
export async function lookWhetherSame(
  house: Publishing,
  { connection, target, planId }: Errand,
  base: Webhook,
  signal?: AbortSignal,
): Promise<Webhook> {
  const patient = planId === null;
  const where = { connectionId: connection.id, target, id: base.id, patient };
  const live = await lookAt(house, where, signal);
  const fate = fateOf(base, live);
  if (live !== null && fate.kind === 'as-it-was') return live;
  throw new ProblemError(conflictProblem(fate, live));
}

/** Reads a webhook that was just updated, and says what became of it. */
export async function readBackUpdate(
  house: Publishing,
  { connection, target, planId }: Errand,
  sent: Sent,
  live: Webhook,
  definition: WebhookDefinition,
): Promise<Ended> {
  let after: Webhook;
  try {
    after = await house.ports.webhooks.read(target, live.id, { patient: planId === null });
  } catch (error) {
    return endUnread(house, sent, error);
  }
  house.snapshots.note(connection.id, live.id, after);
  if (sent.doubt !== null && !changedSince(live, after) && !isAsMeant(definition, after)) {
    const notes = [`${sent.doubt.message} Reading shows that the update was not applied.`];
    return endNotApplied(house, sent, outcomeOf('not-applied', definition, after, notes));
  }
  const notes = [
    ...doubtNotes(sent.doubt),
    ...payloadTypeIgnoredNotes(definition, after, connection.payloadTypePlace),
  ];
  return endRead(house, sent, outcomeOf('read', definition, after, notes));
}
