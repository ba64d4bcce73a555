import { aDefinition } from './draft-fixture.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';

/** A webhook on an installation. */
export const aWebhook = (id: number, definition: WebhookDefinition): Webhook => ({
  ...definition,
  id,
  unreported: [],
  unknown: {},
});

/** A completed update of webhook 7 on `acme`; arguments replace its members. */
export const anEntry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({
  id: 'entry-1',
  revision: 0,
  sequence: 1,
  at: new Date('2030-01-02T03:04:05Z'),
  endedAt: new Date('2030-01-02T03:04:06Z'),
  who: 'ada',
  connectionId: 'acme',
  connectionName: 'Acme',
  variant: 'B',
  action: 'update',
  webhookId: 7,
  before: aWebhook(7, aDefinition('Pager night')),
  meant: aDefinition('Pager day'),
  request: { method: 'PUT', url: 'https://acme.example/api/v14/webhooks/7', body: '{}' },
  after: aWebhook(7, aDefinition('Pager day')),
  outcome: 'done',
  problem: null,
  notes: [],
  knownIds: null,
  planId: null,
  rowKey: null,
  undoes: null,
  draftId: null,
  draftRevision: null,
  lineage: null,
  accepted: false,
  candidates: [],
  despiteOpen: [],
  ...changes,
});
