import { createStore, type Store } from '#adapters/store/store.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { vaultAdapters } from '#adapters/vault/vault-adapters.ts';
import type { Sealer } from '#core/ports.ts';
import { olderNames } from '#core/vault/older-names.ts';
import { Vault } from '#core/vault/vault.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';

export const passphrase = 'a passphrase of benches';

/** How much is in a data folder. */
export interface Amount {
  readonly connections: number;
  /** In the snapshot of each. */
  readonly webhooks: number;
  readonly drafts: number;
  readonly entries: number;
}

/** Makes a data folder under a passphrase that costs nothing to try, with so much in it. */
export async function makeFolder(directory: string, amount: Amount): Promise<void> {
  const vault = new Vault({
    ...vaultAdapters({
      directory,
      load: () => Promise.reject(new Error('There is no keychain in this bench.')),
      cost: { N: 2, r: 1, p: 1 },
    }),
    clock: systemClock,
    onSuspend: () => undefined,
    namesBefore: olderNames([]),
  });
  await vault.retry();
  await vault.choose({ kind: 'passphrase', passphrase });
  const settings = createSettingsStore({ directory, store: openConfFile });
  const store = createStore({ directory });
  const sealer = await vault.dataSealer({ sealedBefore: false });
  settings.saveConnections(
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
  await fill(store, sealer, amount);
  await store.close();
  await vault.close();
}

async function fill(store: Store, sealer: Sealer, amount: Amount): Promise<void> {
  const webhooks = Array.from({ length: amount.webhooks }, (_, index) => aWebhook(index + 1));
  for (let index = 0; index < amount.connections; index += 1) {
    const snapshot = { connectionId: connectionId(index), readAt: new Date(), webhooks };
    await store.snapshots.write({ ...snapshot, withoutId: 0, elsewhere: [] }, sealer);
  }
  const drafts = Array.from({ length: amount.drafts }, (_, index) => aDraft(index, amount));
  await store.drafts.write(
    drafts.map((draft) => ({ kind: 'save', draft })),
    sealer,
  );
  for (let start = 0; start < amount.entries; start += 500) {
    const length = Math.min(500, amount.entries - start);
    const entries = Array.from({ length }, (_, index) => anEntry(start + index, amount));
    await store.journal.write(entries, sealer);
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
    connectionId: connectionId(index % connections),
    webhookId: base.id,
    base,
    definition: { ...definitionOf(base), name: `Draft ${index}` },
    editedAt: new Date(),
  };
}

function anEntry(index: number, { connections, webhooks, entries }: Amount): JournalEntry {
  const before = aWebhook(1 + (index % webhooks));
  const meant = { ...definitionOf(before), name: `Renamed ${index}` };
  const at = new Date(Date.now() - (entries - index) * 60_000);
  return {
    id: `entry-${index}`,
    at,
    endedAt: at,
    who: 'bench',
    connectionId: connectionId(index % connections),
    connectionName: `Installation ${index % connections}`,
    variant: 'B',
    action: 'update',
    webhookId: before.id,
    before,
    meant,
    request: { method: 'PUT', url: `/webhook/${before.id}`, body: JSON.stringify(meant) },
    after: { ...before, name: meant.name },
    outcome: 'done',
    revision: 1,
    problem: null,
    notes: [],
    knownIds: null,
    planId: null,
    rowKey: null,
    undoes: null,
  };
}
