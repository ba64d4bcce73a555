import type { DecideCreateInput } from '#contract/publishing.ts';
import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { plainError } from '#domain/problem.ts';
import { isSurelyOf } from '#domain/publishing/attribute-creates.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { recordNotApplied, recordRead } from './completion.ts';
import type { Publishing } from './context.ts';

/**
 * A person says which new webhook an unknown create made, or that none is: `webhookId` is `null`. Sends no write.
 * @throws ProblemError `refused` when the create has a result, or the webhook is no candidate, gone or of another create
 */
export async function decideCreate(
  { journal, installations }: Publishing,
  { entryId, webhookId }: DecideCreateInput,
): Promise<void> {
  if (webhookId === null) {
    const { entry, requested } = await undecidedEntry(journal, entryId, webhookId);
    const ids = entry.candidates.map(({ id }) => id).join(', ');
    const notes = [`A person decided that none of the new webhooks (${ids}) is this one.`];
    const result = { requested, webhook: null, notes };
    await recordNotApplied({ journal }, { entry, doubt: null }, result);
    return;
  }
  const { entry: undecided } = await undecidedEntry(journal, entryId, webhookId);
  const { connectionId } = undecided;
  const creators = await journal.creatorsOf(connectionId, webhookId);
  const isOfAnother =
    isSurelyOf(creators, [undecided]) || journal.open.createdSince([undecided]).has(webhookId);
  if (isOfAnother) throw ofAnotherCreate(webhookId);
  const client = await installations.open(connectionId);
  const webhook = await client.find(webhookId);
  if (webhook === null) throw noSuchWebhook(webhookId);
  const notes = [`A person decided that webhook ${webhookId} is this one.`];
  // The reconciler may have completed the entry since then.
  const { entry, requested } = await undecidedEntry(journal, entryId, webhookId);
  await recordRead({ journal }, { entry, doubt: null }, { requested, webhook, notes });
}

async function undecidedEntry(
  journal: Publishing['journal'],
  entryId: string,
  webhookId: number | null,
): Promise<{ entry: JournalEntry; requested: WebhookDefinition }> {
  const entry = await journal.read(entryId);
  const { meant: requested, candidates } = entry;
  const isUndecided = isOpen(entry.outcome) && journal.open.isLeft(entry);
  const isCandidate = webhookId === null || candidates.some(({ id }) => id === webhookId);
  if (!isUndecided || requested === null || candidates.length === 0 || !isCandidate) {
    throw alreadyDecided();
  }
  return { entry, requested };
}

const alreadyDecided = () =>
  plainError(
    'refused',
    'The result of this request is known, or its new webhooks changed.',
    'Check the entry in History.',
  );

const ofAnotherCreate = (id: number) =>
  plainError(
    'refused',
    `Webhook ${id} belongs to another create.`,
    'Check its entries in History, then select again.',
  );

const noSuchWebhook = (id: number) =>
  plainError('refused', `Webhook ${id} no longer exists.`, 'Refresh the list, then select again.');
