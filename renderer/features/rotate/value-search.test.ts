import { expect, it } from 'vitest';
import type { FindEvent } from '#contract/rotation.ts';
import { fakeClient, streamOf } from '../../shared/testing/client.fake.ts';
import { type RotationApi, ValueSearch } from './value-search.svelte.ts';

const readAt = new Date(0);
const end: FindEvent = {
  kind: 'end',
  searchId: 'search',
  origin: null,
  webhooks: 4,
  searched: 1,
  total: 2,
  neverRead: ['globex'],
  oldest: readAt,
};
const holders = (name: string): FindEvent => ({
  kind: 'holders',
  connectionId: 'acme',
  readAt,
  holders: [{ webhookId: 1, name, places: ['URL'] }],
});

const searching = (
  events: () => AsyncGenerator<FindEvent, void, void>,
  others: Partial<RotationApi> = {},
): ValueSearch =>
  new ValueSearch(
    fakeClient({ rotation: { find: () => Promise.resolve(streamOf(events())), ...others } })
      .rotation,
  );

const pasted = { kind: 'pasted', value: 'hunter2-hunter2' } as const;

it('joins the parts of an installation and does not store the value', async () => {
  const search = searching(async function* () {
    yield await Promise.resolve(holders('One'));
    yield holders('Two');
    yield end;
  });
  await search.find(pasted);
  expect(search.installations).toMatchObject([{ holders: [{ name: 'One' }, { name: 'Two' }] }]);
  expect(search.count).toBe(2);
  expect(search.end).toEqual(end);
  expect(search.isRunning).toBe(false);
  expect(JSON.stringify(search)).not.toContain('hunter2');
});

it('finds nothing more after a cancel', async () => {
  const gate = Promise.withResolvers<null>();
  const search = searching(async function* () {
    yield holders('One');
    await gate.promise;
    yield end;
  });
  const found = search.find(pasted);
  expect(search.isRunning).toBe(true);
  search.stop();
  gate.resolve(null);
  await found;
  expect(search.isRunning).toBe(false);
  expect(search.end).toBeNull();
  expect(search.problem).toBeNull();
});

it('keeps its results if the new value is refused, and releases them on forget()', async () => {
  const released: string[] = [];
  const search = searching(
    async function* () {
      yield await Promise.resolve(end);
    },
    {
      giveNewValue: () => Promise.reject(new Error('refused')),
      forget: ({ searchId }) => {
        released.push(searchId);
        return Promise.resolve();
      },
    },
  );
  expect(await search.giveNewValue('next')).toBeNull();
  await search.find(pasted);
  expect(await search.giveNewValue('next')).toBeNull();
  expect(search.problem).not.toBeNull();
  expect(search.end).not.toBeNull();
  search.forget();
  expect(search.end).toBeNull();
  expect(released).toEqual(['search']);
});
