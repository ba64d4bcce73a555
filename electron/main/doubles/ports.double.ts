import type { Ports, SettingsStore, WebhookService } from '#core/ports.ts';
import { bundleWorksDouble } from '#core/bundle-works.double.ts';
import { DraftStoreDouble } from '#core/drafts/draft-store.double.ts';
import { JournalStoreDouble } from '#core/kept/journal-store.double.ts';
import { PlanStoreDouble } from '#core/kept/plan-store.double.ts';
import { SnapshotStoreDouble } from '#core/kept/snapshot-store.double.ts';
import { OfferedFilesDouble } from '#core/offered-files.double.ts';
import { VaultDouble } from '#core/vault/vault.double.ts';
import { defaultSettings, type Settings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';

/** Ports in memory with one connection, `test`; what a test does not give is not to be called. */
export function portsDouble(webhooks: Partial<WebhookService> = {}): Ports {
  return {
    webhooks: {
      list: uncalled,
      read: uncalled,
      create: uncalled,
      update: uncalled,
      remove: uncalled,
      describeCreate: uncalled,
      describeUpdate: uncalled,
      describeRemove: uncalled,
      ...webhooks,
    },
    signIn: { signIn: uncalled, signOut: uncalled },
    probe: { certificate: uncalled, readList: uncalled },
    secrets: {
      has: () => false,
      get: () => Promise.resolve(null),
      set: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    },
    vault: new VaultDouble(),
    settings: settingsDouble(),
    practice: { start: uncalled, stop: () => Promise.resolve() },
    practiceControl: {
      overview: uncalled,
      raise: uncalled,
      deliveries: uncalled,
      delivery: uncalled,
      clear: uncalled,
    },
    trials: { send: uncalled },
    receiver: {
      state: uncalled,
      start: uncalled,
      stop: uncalled,
      answerWith: uncalled,
      read: uncalled,
      clear: uncalled,
      onChange: uncalled,
    },
    drafts: new DraftStoreDouble(),
    snapshots: new SnapshotStoreDouble(),
    journal: new JournalStoreDouble(),
    plans: new PlanStoreDouble(),
    templates: { remembered: () => ({ installations: [], samples: [] }), save: uncalled },
    machine: { system: 'Test', runtime: 'Test', proxyVariables: [] },
    person: () => 'ada',
    secretsInUse: { add: () => undefined, mask: (text) => text },
    clock: {
      now: () => new Date(0),
      sleep: () => Promise.resolve(),
      breathe: () => Promise.resolve(),
    },
    newId: () => 'new',
    ...bundleWorksDouble(),
    openExternal: uncalled,
    offeredFiles: new OfferedFilesDouble(),
    showProgress: () => undefined,
  };
}

export function settingsDouble(): SettingsStore {
  let connections: readonly Connection[] = [connection];
  let settings: Settings = defaultSettings;
  return {
    connections: () => connections,
    saveConnections: (next) => {
      connections = next;
    },
    settings: () => settings,
    saveSettings: (next) => {
      settings = next;
    },
  };
}

function uncalled(): never {
  throw new Error('This test does not expect the call.');
}

const connection: Connection = {
  ...blankConnection,
  id: 'test',
  name: 'Test',
  baseUrl: 'http://127.0.0.1:1',
  variant: 'A',
  apiRoot: '/api/v6',
  authentication: { kind: 'none' },
  practice: false,
};
