import { onTestFinished } from 'vitest';
import type { VaultStatus } from '#contract/vault.ts';
import { JournalFilter } from '#contract/journal.ts';
import { anEntry } from './entry-fixture.ts';
import type { FakeDraftStore } from './draft-store.fake.ts';
import { FakeJournalStore } from './journal-store.fake.ts';
import type { SettingsStore } from '#core/store-ports.ts';
import { FakeClock } from './clock.fake.ts';
import { fakePorts } from './ports.fake.ts';
import { createTestCore } from './test-core.ts';
import { FakeVault } from './vault.fake.ts';
import type { Journal, NewEntry } from '#core/journal/journal.ts';

/** A journal and its fakes. */
interface JournalFixture<Store> {
  readonly journal: Journal;
  readonly store: Store;
  readonly vault: FakeVault;
  readonly clock: FakeClock;
  readonly drafts: FakeDraftStore;
  readonly settings: SettingsStore;
  /** Starts again with the same store and settings. */
  readonly restarted: () => Journal;
}

/** A journal in memory, with a vault and a clock that the test controls. */
export const started = (status: VaultStatus = 'ready'): JournalFixture<FakeJournalStore> =>
  startedOver(new FakeJournalStore(), status);

/** The same with a filled store. */
export function startedOver<Store extends FakeJournalStore>(
  store: Store,
  status: VaultStatus = 'ready',
): JournalFixture<Store> {
  const vault = new FakeVault();
  vault.shown = { ...vault.shown, status };
  const clock = new FakeClock();
  const { drafts, settings } = fakePorts();
  const ports = { vault, clock, journal: store, drafts, settings };
  const restarted = (): Journal => {
    const core = createTestCore(ports);
    onTestFinished(() => core.close());
    return core.journal;
  };
  return { journal: restarted(), store, vault, clock, drafts, settings, restarted };
}

/** An update of webhook 7 on `acme` before it is sent; arguments replace its members. */
export function aNewEntry(changes: Partial<NewEntry> = {}): NewEntry {
  const { connectionId, connectionName, variant, action, webhookId, before } = anEntry();
  const { meant, request, knownIds, planId, rowKey, undoes } = anEntry();
  const { draftId, draftRevision, lineage, despiteOpen } = anEntry();
  return {
    connectionId,
    connectionName,
    variant,
    action,
    webhookId,
    before,
    meant,
    request,
    knownIds,
    planId,
    rowKey,
    undoes,
    draftId,
    draftRevision,
    lineage,
    despiteOpen,
    ...changes,
  };
}

/** A filter that finds everything; arguments narrow it. */
export const aFilter = (changes: Partial<JournalFilter> = {}): JournalFilter => ({
  ...JournalFilter.parse({}),
  ...changes,
});
