import type { DecideCreateInput } from '#contract/publishing.ts';
import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { plainError } from '#domain/problem.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { completeNotApplied, completeRead } from './completion.ts';
import type { Publishing } from './context.ts';
import { hasCreator } from './has-creator.ts';

/**
 * A person says which new webhook an unknown create made, or that none is: `webhookId` is `null`. Sends no write.
 * @throws ProblemError `refused` when the create has a result, or the webhook is no candidate, gone or of another create
 */
export async function decideCreate(
  { journal, installations }: Publishing,
  { entryId, webhookId }: DecideCreateInput,
): Promise<void> {
  if (webhookId === null) {
    const { entry, meant } = await undecided(journal, entryId, webhookId);
    const ids = entry.candidates.map(({ id }) => id).join(', ');
    const notes = [`A person decided that none of the new webhooks (${ids}) is this one.`];
    await completeNotApplied({ journal }, { entry, doubt: null }, { meant, webhook: null, notes });
    return;
  }
  const { connectionId } = (await undecided(journal, entryId, webhookId)).entry;
  if (await hasCreator(journal, { connectionId, webhookId })) throw taken(webhookId);
  const client = await installations.open(connectionId);
  const webhook = await client.find(webhookId);
  if (webhook === null) throw gone(webhookId);
  const notes = [`A person decided that webhook ${webhookId} is this one.`];
  // Another look may have changed the entry since then.
  const { entry, meant } = await undecided(journal, entryId, webhookId);
  await completeRead({ journal }, { entry, doubt: null }, { meant, webhook, notes });
}

async function undecided(
  journal: Publishing['journal'],
  entryId: string,
  webhookId: number | null,
): Promise<{ entry: JournalEntry; meant: WebhookDefinition }> {
  const entry = await journal.read(entryId);
  const { meant, candidates } = entry;
  const isLeft = isOpen(entry.outcome) && journal.open.isLeft(entry);
  const isCandidate = webhookId === null || candidates.some(({ id }) => id === webhookId);
  if (!isLeft || meant === null || candidates.length === 0 || !isCandidate) throw decided();
  return { entry, meant };
}

const decided = () =>
  plainError(
    'refused',
    'The result of this request is known, or its new webhooks changed.',
    'Check the entry in History.',
  );

const taken = (id: number) =>
  plainError(
    'refused',
    `Webhook ${id} belongs to another create.`,
    'Check its entries in History, then select again.',
  );

const gone = (id: number) =>
  plainError('refused', `Webhook ${id} no longer exists.`, 'Refresh the list, then select again.');
