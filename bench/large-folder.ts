import type { Ports } from '#core/ports.ts';
import type { Sealer } from '#core/store-ports.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';

/** The amount of data in a data folder. */
export interface Amount {
  readonly connections: number;
  /** For each installation. */
  readonly webhooks: number;
  readonly drafts: number;
  readonly entries: number;
}

/** Fills a data folder. Its passphrase vault opens fast. */
export async function makeFolder(directory: string, amount: Amount): Promise<void> {
  const { ports, close } = await composeTestFolder(directory, 'sealed');
  const sealer = await ports.vault.dataSealer({ sealedBefore: false });
  ports.settings.saveConnections(
    Array.from({ length: amount.connections }, (_, index) => ({
      ...blankConnection,
      id: connectionId(index),
      name: `Installation ${index}`,
      baseUrl: `https://pem-${index}.example`,
      apiRoot: '/api/webhooks',
      variant: 'B' as const,
      practice: false,
    })),
  );
  await fill(ports, sealer, amount);
  await close();
}

async function fill(ports: Ports, sealer: Sealer, amount: Amount): Promise<void> {
  const webhooks = Array.from({ length: amount.webhooks }, (_, index) => aWebhook(index + 1));
  const segment = segmentOf(webhooks);
  for (let index = 0; index < amount.connections; index += 1) {
    const snapshot = { connectionId: connectionId(index), readAt: new Date() };
    const table = new WebhookTable(segment);
    await ports.snapshots.write({ ...snapshot, webhooks: table, marks: [] }, sealer);
  }
  const drafts = Array.from({ length: amount.drafts }, (_, index) => aDraft(index, amount));
  await ports.drafts.write(
    drafts.map((draft) => ({ kind: 'save', draft })),
    sealer,
  );
  for (let start = 0; start < amount.entries; start += 500) {
    const length = Math.min(500, amount.entries - start);
    const entries = Array.from({ length }, (_, index) => entryOf(start + index, amount));
    await ports.journal.write(entries, sealer);
  }
}

const connectionId = (index: number): string => `connection-${index}`;

const aWebhook = (id: number): Webhook => ({
  ...emptyDefinition('B'),
  id,
  name: `Payments production ${id} · Slack`,
  url: `https://hooks.slack.example/services/T0EXAMPLE/B${id}/fake`,
  headers: [
    { id: id * 2, name: 'Content-Type', value: 'application/json' },
    { id: id * 2 + 1, name: 'X-Api-Key', value: `fake-key-${id}` },
  ],
  payloadTemplate: JSON.stringify({
    text: '%AlertName% on %ObjectName% is %CurrentState%',
    fields: Array.from({ length: 8 }, (_, field) => ({
      title: `Field ${field}`,
      value: '%Value%',
    })),
  }),
  unreported: [],
  unknown: {},
});

function aDraft(index: number, { connections, webhooks }: Amount): StoredDraft {
  const base = aWebhook(1 + (index % webhooks));
  return {
    id: `${connectionId(index % connections)}/${index}`,
    kind: 'main',
    lineage: `lineage-${index}`,
    connectionId: connectionId(index % connections),
    webhookId: base.id,
    base,
    definition: { ...definitionOf(base), name: `Draft ${index}` },
    editedAt: new Date(),
    revision: 1,
    settledRevision: null,
  };
}

function entryOf(index: number, { connections, webhooks, entries }: Amount): JournalEntry {
  const before = aWebhook(1 + (index % webhooks));
  const meant = { ...definitionOf(before), name: `Renamed ${index}` };
  const at = new Date(Date.now() - (entries - index) * 60_000);
  return anEntry({
    id: `entry-${index}`,
    sequence: index + 1,
    at,
    endedAt: at,
    connectionId: connectionId(index % connections),
    connectionName: `Installation ${index % connections}`,
    webhookId: before.id,
    before,
    meant,
    request: { method: 'PUT', url: `/webhook/${before.id}`, body: JSON.stringify(meant) },
    after: { ...before, name: meant.name },
    revision: 1,
    accepted: true,
  });
}
