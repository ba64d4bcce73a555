import { onTestFinished } from 'vitest';
import type { DraftsEvent } from '#contract/drafts.ts';
import type { VaultStatus } from '#contract/vault.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import { FakeClock } from './clock.fake.ts';
import { FakeDraftStore } from './draft-store.fake.ts';
import { FakeJournalStore } from './journal-store.fake.ts';
import { createTestCore } from './test-core.ts';
import { FakeVault } from './vault.fake.ts';

/** A core with drafts and journal in memory, and with a vault and a clock that the test controls. */
export function startedDrafts(
  status: VaultStatus = 'ready',
  store = new FakeDraftStore(),
  entries = new FakeJournalStore(),
) {
  const vault = new FakeVault();
  vault.shown = { ...vault.shown, status };
  const clock = new FakeClock();
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const core = createTestCore({ vault, clock, newId, drafts: store, journal: entries });
  onTestFinished(core.close);
  const { drafts, journal } = core;
  return { vault, clock, store, entries, drafts, journal };
}

/** The events of a window until a given event. */
export async function eventsUntil(
  drafts: Drafts,
  isLast: (event: DraftsEvent) => boolean,
): Promise<DraftsEvent[]> {
  const events: DraftsEvent[] = [];
  for await (const event of drafts.watch()) {
    events.push(event);
    if (isLast(event)) break;
  }
  return events;
}

/** A window that watches the drafts until the test ends. `events` collects the reports. */
export function followed(drafts: Drafts): { events: DraftsEvent[]; leave: () => Promise<void> } {
  const events: DraftsEvent[] = [];
  const end = new AbortController();
  const following = (async () => {
    try {
      for await (const event of drafts.watch(end.signal)) events.push(event);
    } catch (error) {
      if (!end.signal.aborted) throw error;
    }
  })();
  const leave = (): Promise<void> => {
    end.abort();
    return following;
  };
  onTestFinished(leave);
  return { events, leave };
}
