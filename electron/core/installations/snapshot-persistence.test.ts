import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { VaultStatus } from '#contract/vault.ts';
import { plainProblem } from '#domain/problem.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { FakeSnapshotStore } from '#test-support/snapshot-store.fake.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import type { StoredSnapshot } from '../store-ports.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { FakeVault } from '#test-support/vault.fake.ts';

const webhook = (id: number, name: string): Webhook => ({
  ...emptyDefinition('B'),
  headers: [],
  id,
  name,
  unreported: [],
  unknown: {},
});
const before = new Date('2030-01-01T00:00:00Z');
const stored = (...webhooks: Webhook[]): StoredSnapshot => ({
  connectionId: 'acme',
  readAt: before,
  webhooks: new WebhookTable(segmentOf(webhooks)),
  marks: [],
});
const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

function started(status: VaultStatus = 'ready', store = new FakeSnapshotStore()) {
  const vault = new FakeVault();
  vault.shown = { ...vault.shown, status };
  const clock = new FakeClock();
  const drafts = new FakeDraftStore();
  const core = createTestCore({ vault, clock, drafts, snapshots: store });
  const { snapshots, snapshotPersistence } = core;
  onTestFinished(() => core.close());
  /** Advances the clock, so that pending changes are written. */
  const go = async (): Promise<void> => {
    await vi.waitFor(() => {
      expect(clock.sleepers).toBeGreaterThan(0);
    });
    clock.move(60_000);
  };
  const held = (): string[] =>
    [...(store.held.get('acme')?.webhooks.values() ?? [])].map(({ name }) => name);
  return { vault, clock, store, drafts, snapshots, snapshotPersistence, go, held };
}

describe('a snapshot', () => {
  it('is written to disk, and loaded at the next start', async () => {
    const { snapshots, clock, go, held, store } = started();
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager')]);
    await go();
    await vi.waitFor(() => {
      expect(held()).toEqual(['Pager']);
    });
    const again = started('ready', store);
    await again.snapshotPersistence.load('acme');
    expect(again.snapshots.find('acme', 1)?.webhook.name).toBe('Pager');
    await again.snapshotPersistence.close();
    expect(store.writes, 'what only came in needs no writing').toBe(1);
  });

  it('is written once for successive changes', async () => {
    const { snapshots, clock, go, held, store } = started();
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'a')]);
    snapshots.recordWrite('acme', 1, webhook(1, 'b'));
    snapshots.recordWrite('acme', 1, webhook(1, 'c'));
    await go();
    await vi.waitFor(() => {
      expect(held()).toEqual(['c']);
    });
    expect(store.writes).toBe(1);
  });

  it('is compared with the stored one, whichever is known first', async () => {
    const store = new FakeSnapshotStore();
    store.held.set('acme', stored(webhook(1, 'Pager'), webhook(2, 'Chat')));
    const { snapshots, clock, snapshotPersistence, go } = started('ready', store);
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager, day'), webhook(3, 'New')]);
    expect(snapshotPersistence.state('acme').marks).toEqual([]);
    await go();
    await vi.waitFor(() => {
      expect(snapshotPersistence.state('acme').marks.map(({ key, kind }) => [key, kind])).toEqual([
        [1, 'changed'],
        [3, 'new'],
        [2, 'deleted'],
      ]);
    });
    await vi.waitFor(() => {
      expect(store.held.get('acme')?.marks).toHaveLength(3);
    });
    expect(store.writes, 'what reading found is in the one write').toBe(1);
  });

  it('has no mark for changes by this Hookdesk before the stored one was loaded', async () => {
    const store = new FakeSnapshotStore();
    store.held.set('acme', stored(webhook(1, 'Pager'), webhook(2, 'Chat'), webhook(3, 'Mail')));
    const { snapshots, snapshotPersistence } = started('ready', store);
    snapshots.recordWrite('acme', 1, webhook(1, 'Mine'));
    snapshots.recordWrite('acme', 2, null);
    snapshots.recordRead('acme', 3, webhook(3, 'Theirs'), before);
    await snapshotPersistence.load('acme');
    expect(snapshotPersistence.state('acme').marks.map(({ key }) => key)).toEqual([3]);
    expect(snapshots.filter('acme', '')).toEqual([1, 3]);
  });

  it('stays in memory while the vault is locked, and leaves the stored one as it is', async () => {
    const store = new FakeSnapshotStore();
    store.held.set('acme', stored(webhook(1, 'Pager')));
    const { vault, snapshots, clock, snapshotPersistence, held, go } = started('locked', store);
    await snapshotPersistence.load('acme');
    expect(snapshotPersistence.state('acme').readAt).toBeNull();
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager, day')]);
    await go();
    expect(snapshotPersistence.state('acme')).toMatchObject({ problem: null, marks: [] });
    expect(held()).toEqual(['Pager']);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(held()).toEqual(['Pager, day']);
    });
    expect(snapshotPersistence.state('acme').marks).toMatchObject([{ kind: 'changed' }]);
  });

  it('is never written with a vault in memory', async () => {
    const { snapshots, clock, go, snapshotPersistence, store } = started('memory');
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager')]);
    await go();
    await snapshotPersistence.close();
    expect(store.writes).toBe(0);
    expect(snapshots.filter('acme', 'pager')).toEqual([1]);
  });

  it('reports a failed write, and is retried until it succeeds', async () => {
    const { snapshots, clock, go, snapshotPersistence, store, held } = started();
    store.problem = full;
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager')]);
    await go();
    await vi.waitFor(() => {
      expect(snapshotPersistence.state('acme').problem).toEqual(full);
    });
    store.problem = null;
    await go();
    await vi.waitFor(() => {
      expect(held()).toEqual(['Pager']);
      expect(snapshotPersistence.state('acme').problem).toBeNull();
    });
  });

  it('is loaded once the disk works, and the state reports the problem until then', async () => {
    const store = new FakeSnapshotStore();
    store.held.set('acme', stored(webhook(1, 'Pager')));
    store.problem = full;
    const { snapshotPersistence, clock, snapshots } = started('ready', store);
    const end = new AbortController();
    const states = snapshotPersistence.watch('acme', end.signal);
    expect((await states.next()).value).toMatchObject({ readAt: null });
    const next = states.next();
    clock.move(0);
    expect((await next).value).toMatchObject({ readAt: null, problem: full });
    store.problem = null;
    clock.move(500);
    await vi.waitFor(() => {
      expect(snapshots.find('acme', 1)?.webhook.name).toBe('Pager');
      expect(snapshotPersistence.state('acme')).toMatchObject({ readAt: before, problem: null });
    });
    expect(store.writes).toBe(0);
    end.abort();
  });

  it('is deleted from disk behind a locked vault, whatever else is pending', async () => {
    const store = new FakeSnapshotStore();
    store.held.set('acme', stored(webhook(1, 'Pager')));
    const { snapshots, clock, snapshotPersistence, go } = started('locked', store);
    snapshots.replaceList('globex', clock.now(), [webhook(1, 'Chat')]);
    await go();
    await snapshotPersistence.forget('acme');
    expect(store.held.size).toBe(0);
  });

  it('is deleted with its connection, and a read from another address is stored', async () => {
    const { snapshots, clock, snapshotPersistence, store, held } = started();
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager')]);
    await snapshotPersistence.close();
    expect(held()).toEqual(['Pager']);
    const { snapshotPersistence: next, snapshots: later, go: goOn } = started('ready', store);
    await next.forget('acme');
    expect(store.held.size).toBe(0);
    later.replaceList('acme', clock.now(), [webhook(1, 'Other')]);
    await goOn();
    await vi.waitFor(() => {
      expect(held()).toEqual(['Other']);
    });
    expect(next.state('acme').marks).toEqual([]);
  });

  it('reports marks and dismissed marks to watchers', async () => {
    const { snapshots, clock, snapshotPersistence } = started();
    const end = new AbortController();
    const states = snapshotPersistence.watch('acme', end.signal);
    const next = async () => (await states.next()).value;
    expect(await next()).toEqual({ readAt: null, marks: [], problem: null });
    snapshots.replaceList('acme', clock.now(), [webhook(1, 'Pager')]);
    expect(await next()).toMatchObject({ marks: [] });
    snapshots.replaceList('acme', clock.now(), []);
    const state = await next();
    expect(state).toMatchObject({ marks: [{ kind: 'deleted', was: { name: 'Pager' } }] });
    snapshots.dismissMarks('acme', [{ key: 1, seenAt: before }]);
    snapshots.dismissMarks('acme', state?.marks ?? []);
    expect(await next()).toMatchObject({ marks: [] });
    end.abort();
  });
});
