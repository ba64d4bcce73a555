import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newPlace, type Place } from '../../testing/stored.ts';
import { openStorage } from '../open-storage.ts';
import type { Storage } from '../storage.ts';

let place: Place;
let storage: Storage;
beforeEach(async () => {
  place = await newPlace();
  storage = await openStorage('B', place.location);
  await storage.webhooks.fill(
    Array.from({ length: 3_000 }, (_, index) => ({
      name: `n${index}`,
      url: 'https://n.example/',
      payload_template: 'x'.repeat(1_000),
    })),
  );
});
afterEach(async () => {
  await storage.close();
  await place.remove();
});

async function stream(): Promise<Readable> {
  const list = await storage.webhooks.list();
  if (!(list instanceof Readable)) throw new Error('A long list is a stream');
  return list;
}

test('a list that is read slowly does not show later changes', async () => {
  const list = await stream();
  const all = await storage.webhooks.all();
  for (const { id } of all.slice(-50)) await storage.webhooks.remove(id);
  await storage.webhooks.create({ name: 'later', url: 'https://n.example/' });
  const names = [...(await text(list)).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(Array.from({ length: 3_000 }, (_, index) => `n${index}`));
});

test('lists whose clients leave or stop reading do not block writes or later lists', async () => {
  for (let index = 0; index < 12; index += 1) (await stream()).destroy();
  const stalled = await Promise.all([stream(), stream(), stream()]);
  for (const list of stalled) list.read(1);
  await storage.webhooks.create({ name: 'later', url: 'https://n.example/' });
  expect(await text(await stream())).toContain('later');
  for (const list of stalled) list.destroy();
});
