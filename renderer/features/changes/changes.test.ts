import { expect, it, vi } from 'vitest';
import type { WatchedView, WatchingState } from '#contract/watching.ts';
import { Changes, type ChangesApi } from './changes.svelte.ts';
import { aChange } from './testing/change-fixture.ts';

const watched: WatchedView = {
  connectionId: 'c1',
  minutes: 5,
  status: 'read',
  readAt: new Date(0),
  problem: null,
};

const state = (change: Partial<WatchingState> = {}): WatchingState => ({
  changes: [],
  watched: [],
  isReading: false,
  found: { round: 0, byInstallation: [] },
  ...change,
});

async function* eventsOf(states: readonly WatchingState[]) {
  for (const each of states) yield await Promise.resolve(each);
}

function scene(...states: WatchingState[]) {
  const api = {
    watching: {
      watch: () => Promise.resolve(eventsOf(states)),
      load: vi.fn<ChangesApi['watching']['load']>(),
      readNow: vi.fn<ChangesApi['watching']['readNow']>(),
    },
    snapshots: { seen: vi.fn<ChangesApi['snapshots']['seen']>() },
  };
  return { api, changes: new Changes(api) };
}

it('tells of a round once, and not of rounds before the window opened', async () => {
  const found = (round: number) => ({
    round,
    byInstallation: [{ connectionId: 'c1', count: round }],
  });
  const rounds = [3, 3, 4, 4, 6].map((round) => state({ found: found(round) }));
  const told = vi.fn();
  await scene(...rounds).changes.follow(told);
  expect(told.mock.calls).toEqual([[found(4)], [found(6)]]);
});

it('shows installations that could not be read, and not those before their first round', async () => {
  const { changes } = scene(
    state({
      watched: (['read', 'stale', null, 'stopped', 'failed'] as const).map((status) => ({
        ...watched,
        status,
      })),
    }),
  );
  await changes.follow(() => undefined);
  expect(changes.unread.map(({ status }) => status)).toEqual(['stale', 'stopped', 'failed']);
});

it('marks exactly the shown changes as seen, by installation', async () => {
  const { changes, api } = scene();
  const shown = [
    aChange({ key: 1 }),
    aChange({ key: 2, connectionId: 'c2' }),
    aChange({ key: '3#1' }),
  ];
  await changes.seen(shown);
  const seenAt = aChange().noticedAt;
  expect(api.snapshots.seen.mock.calls.map(([input]) => input)).toEqual([
    {
      connectionId: 'c1',
      marks: [
        { key: 1, seenAt },
        { key: '3#1', seenAt },
      ],
    },
    { connectionId: 'c2', marks: [{ key: 2, seenAt }] },
  ]);
});

it('reads all watched installations, or the named ones', async () => {
  const { changes, api } = scene(state({ watched: [watched, { ...watched, connectionId: 'c2' }] }));
  await changes.follow(() => undefined);
  await changes.read();
  await changes.read(['c2']);
  expect(api.watching.readNow.mock.calls.map(([input]) => input)).toEqual([
    { connectionIds: ['c1', 'c2'] },
    { connectionIds: ['c2'] },
  ]);
});
