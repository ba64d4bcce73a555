import { emptyDefinition, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { PublishInput } from '#contract/publishing.ts';
import type { SaveDraftResult } from '#contract/drafts.ts';
import type { DraftEdit, DraftIdentity, StoredDraft } from '#domain/draft/stored-draft.ts';

export const aDefinition = (name: string): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name,
  url: 'https://hooks.example.com/services/ops',
  headers: [
    { id: 11, name: 'Content-Type', value: 'application/json' },
    { id: null, name: 'X-Api-Key', value: 'fake-key' },
  ],
  payloadTemplate: '{"text": "%AlertName%"}',
});

const heldWebhook = (id: number, name: string): Webhook => ({
  ...aDefinition(name),
  headers: [{ id: 11, name: 'Content-Type', value: 'application/json' }],
  id,
  unreported: [],
  unknown: { created_by: 'somebody' },
});

/** What the first edit of a draft gives it. */
export const identityFor = (id: string): DraftIdentity => ({
  kind: 'main',
  lineage: `lineage of ${id}`,
  settledRevision: null,
});

/** A renamed draft of webhook 7 on `acme`; arguments replace its members. */
export const aDraft = (changes: Partial<StoredDraft> = {}): StoredDraft => ({
  ...identityFor('acme/7'),
  id: 'acme/7',
  connectionId: 'acme',
  webhookId: 7,
  base: heldWebhook(7, 'Pager night'),
  definition: aDefinition('Pager day'),
  editedAt: new Date('2030-01-02T03:04:05.678Z'),
  revision: 0,
  ...changes,
});

interface DraftSaving {
  save(input: { draft: DraftEdit; basedOn: number | null }): Promise<SaveDraftResult>;
}

/** Saves a new draft with this content; returns the input to publish it. */
export async function draftToPublish(
  drafts: DraftSaving,
  given: { connectionId: string; base: Webhook | null; definition: WebhookDefinition },
): Promise<PublishInput> {
  const id = `${given.connectionId}/${crypto.randomUUID()}`;
  const draft: DraftEdit = {
    ...given,
    ...identityFor(id),
    id,
    webhookId: given.base?.id ?? null,
    editedAt: new Date(),
  };
  const saved = await drafts.save({ draft, basedOn: null });
  if (saved.status !== 'saved') throw new Error('A new draft is saved.');
  return { draftId: id, revision: saved.revision, despiteOpen: false, namedBefore: [] };
}
