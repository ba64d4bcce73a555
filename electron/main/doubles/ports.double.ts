import type { Ports, SettingsStore, WebhookService } from '#core/ports.ts';
import { fakeBundleWorks } from '#test-support/bundle-works.fake.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { FakePlanStore } from '#test-support/plan-store.fake.ts';
import { FakeSnapshotStore } from '#test-support/snapshot-store.fake.ts';
import { FakeOfferedFiles } from '#test-support/offered-files.fake.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { defaultSettings, type Settings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';

/** Ports in memory with one connection, `test`; what a test does not give is not to be called. */
export function fakePorts(webhooks: Partial<WebhookService> = {}): Ports {
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
    vault: new FakeVault(),
    settings: fakeSettings(),
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
    drafts: new FakeDraftStore(),
    snapshots: new FakeSnapshotStore(),
    journal: new FakeJournalStore(),
    plans: new FakePlanStore(),
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
    ...fakeBundleWorks(),
    openExternal: uncalled,
    offeredFiles: new FakeOfferedFiles(),
    showProgress: () => undefined,
  };
}

export function fakeSettings(): SettingsStore {
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
