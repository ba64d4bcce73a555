import type { DecideCreateInput } from '#contract/publishing.ts';
import { isOpen } from '#domain/journal/entry.ts';
import { plainError } from '#domain/problem.ts';
import { completeNotApplied, completeRead } from './completion.ts';
import type { Publishing } from './context.ts';

/**
 * A person says which new webhook an unknown create made, or that none is: `webhookId` is `null`. Sends no write.
 * @throws ProblemError `refused` when the create has a result, or the webhook is not a candidate or gone
 */
export async function decideCreate(
  { journal, installations }: Publishing,
  { entryId, webhookId }: DecideCreateInput,
): Promise<void> {
  const entry = await journal.read(entryId);
  const { meant, candidates, connectionId } = entry;
  const isLeft = isOpen(entry.outcome) && journal.open.isLeft(entry);
  const isCandidate = webhookId === null || candidates.some(({ id }) => id === webhookId);
  if (!isLeft || meant === null || candidates.length === 0 || !isCandidate) throw decided();
  const sent = { entry, doubt: null };
  if (webhookId === null) {
    const ids = candidates.map(({ id }) => id).join(', ');
    const notes = [`A person decided that none of the new webhooks (${ids}) is this one.`];
    await completeNotApplied({ journal }, sent, { meant, webhook: null, notes });
    return;
  }
  const client = await installations.open(connectionId);
  const webhook = await client.find(webhookId);
  if (webhook === null) throw gone(webhookId);
  const notes = [`A person decided that webhook ${webhookId} is this one.`];
  await completeRead({ journal }, sent, { meant, webhook, notes });
}

const decided = () =>
  plainError(
    'refused',
    'The result of this request is known, or its new webhooks changed.',
    'Check the entry in History.',
  );

const gone = (id: number) =>
  plainError('refused', `Webhook ${id} no longer exists.`, 'Refresh the list, then select again.');
