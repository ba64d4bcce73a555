import { beforeEach, expect, it, vi } from 'vitest';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { Snapshots } from '../installations/snapshots.ts';
import { IdleBuild } from './idle-build.ts';
import { SearchIndexes } from './search-indexes.ts';

/** Every look at the clock ends a slice, so that a build rests after each step. */
class SlowClock extends FakeClock {
  #looks = 0;

  override elapsed(): number {
    this.#looks += 1;
    return this.#looks * 1_000;
  }
}

const at = new Date('2030-01-01T00:00:00Z');
const list = (name: string): Webhook[] =>
  [1, 2, 3].map((id) => ({
    ...emptyDefinition('B'),
    headers: [],
    name: `${name} ${id}`,
    id,
    unreported: [],
    unknown: {},
  }));

let clock: SlowClock;
let snapshots: Snapshots;
let indexes: SearchIndexes;
let isSearching: boolean;
let rehearsals: number;
let build: IdleBuild;
beforeEach(() => {
  clock = new SlowClock();
  snapshots = new Snapshots();
  indexes = new SearchIndexes(snapshots, () => {
    build.restart();
  });
  isSearching = false;
  const rehearse = (): Promise<void> => {
    rehearsals += 1;
    return Promise.resolve();
  };
  rehearsals = 0;
  build = new IdleBuild({
    clock,
    snapshots,
    indexes,
    isSearching: () => isSearching,
    rehearse,
  });
  snapshots.replaceList('acme', at, list('acme'));
  snapshots.replaceList('globex', at, list('globex'));
});

/** Lets the build run until it rests again, or ends. */
async function rests(count: number): Promise<void> {
  for (let rest = 0; rest < count; rest += 1) {
    clock.move(500);
    await new Promise(setImmediate);
  }
}
const ended = () =>
  vi.waitFor(async () => {
    await rests(1);
    expect(clock.sleepers).toBe(0);
  });

it('ranks the names of all lists', async () => {
  await ended();
  expect(indexes.size).toBe(6);
  expect(indexes.ranks('name')?.size).toBe(2);
  expect(indexes.ranks('url')).toBeNull();
});

it('rehearses one search for the whole process, after the ranks', async () => {
  await rests(4);
  expect([indexes.ranks('name'), rehearsals]).toEqual([null, 0]);
  await ended();
  build.restart();
  await ended();
  expect(rehearsals).toBe(1);
});

it('ranks another column after a search needed it', async () => {
  build.restart('url');
  await ended();
  expect(indexes.ranks('url')?.size).toBe(2);
});

it('begins after half a second without a new list', async () => {
  await rests(1);
  expect(indexes.size).toBe(0);
  snapshots.replaceList('acme', at, list('beta'));
  await rests(1);
  expect(indexes.size).toBe(0);
  clock.move(499);
  await new Promise(setImmediate);
  expect(indexes.size).toBe(0);
  clock.move(1);
  await new Promise(setImmediate);
  expect(indexes.size).toBe(3);
});

it('ranks the new list when one changes during the build', async () => {
  await rests(4);
  expect(indexes.ranks('name')).toBeNull();
  snapshots.replaceList('acme', at, list('beta'));
  await ended();
  const current = snapshots.get('acme')?.webhooks.segment;
  const ranked = [...(indexes.ranks('name')?.keys() ?? [])].map(({ segment }) => segment);
  expect(ranked).toContain(current);
  expect(ranked).toHaveLength(2);
});

it('drops a list that is removed during the build', async () => {
  await rests(4);
  snapshots.forget('acme');
  await ended();
  expect(indexes.size).toBe(3);
  expect(indexes.ranks('name')?.size).toBe(1);
});

it('rests while a search runs', async () => {
  await rests(1);
  isSearching = true;
  await rests(20);
  expect(indexes.ranks('name')).toBeNull();
  expect(clock.sleepers).toBe(1);
  isSearching = false;
  await ended();
  expect(indexes.ranks('name')?.size).toBe(2);
});

it('builds nothing more after it was stopped', async () => {
  await rests(2);
  build.stop();
  const { size } = indexes;
  await rests(20);
  expect(clock.sleepers).toBe(0);
  expect(indexes.size).toBe(size);
  expect(indexes.ranks('name')).toBeNull();
});
