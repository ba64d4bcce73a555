import { onTestFinished } from 'vitest';
import type { VaultStatus } from '#contract/vault.ts';
import { JournalFilter } from '#contract/journal.ts';
import { anEntry } from '#domain/journal/entry.double.ts';
import { JournalStoreDouble } from '../../kept/journal-store.double.ts';
import { portsDouble } from '../../ports.double.ts';
import { MovingClock } from '../../sessions/testing/moving-clock.ts';
import { TurningVault } from '../../vault/turning-vault.double.ts';
import { Journal, type NewEntry } from '../journal.ts';

/** A journal over a store in memory, with a vault and a clock that a test moves. */
export function started(status: VaultStatus = 'ready', store = new JournalStoreDouble()) {
  const vault = new TurningVault();
  vault.shown = { ...vault.shown, status };
  const clock = new MovingClock();
  const ports = { ...portsDouble(), vault, clock, journal: store };
  const journal = new Journal(ports);
  onTestFinished(() => journal.close());
  return { ...ports, store, journal };
}

/** An update of webhook 7 on `acme`, about to be sent; what a test gives stands in its place. */
export function aNewEntry(changes: Partial<NewEntry> = {}): NewEntry {
  const { connectionId, connectionName, variant, action, webhookId, before } = anEntry();
  const { meant, request, knownIds, planId, rowKey, undoes } = anEntry();
  return {
    ...{ connectionId, connectionName, variant, action, webhookId, before },
    ...{ meant, request, knownIds, planId, rowKey, undoes },
    ...changes,
  };
}

/** A filter that finds everything but for what is given. */
export const aFilter = (changes: Partial<JournalFilter> = {}): JournalFilter => ({
  ...JournalFilter.parse({}),
  ...changes,
});
