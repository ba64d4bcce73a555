import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { newPlace, type Place } from '../testing/stored.ts';
import { StoredWebhook } from '../webhooks/stored-webhook.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

let place: Place;
let storage: Storage;
beforeEach(async () => {
  place = await newPlace();
  storage = await openStorage('B', place.location);
});
afterEach(async () => {
  await storage.close();
  await place.remove();
});

const body = { name: 'One', url: 'https://one.example/' };
const header = (http_header_key: string, http_header_value: string) => ({
  http_header_key,
  http_header_value,
});

const Listed = z.array(StoredWebhook.extend({ id: z.int() }));
async function listed(): Promise<z.infer<typeof Listed>> {
  const list = await storage.webhooks.list();
  const bytes = list instanceof Readable ? await buffer(list) : list;
  return Listed.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

async function reopen(): Promise<void> {
  await storage.close();
  storage = await openStorage('B', place.location);
}

test('an empty store lists an empty JSON array', async () => {
  expect(await listed()).toEqual([]);
  expect(await storage.webhooks.read(1)).toBeNull();
  expect(await storage.webhooks.remove(1)).toBe(false);
  expect(await storage.webhooks.update(1, {})).toBeNull();
});

test('a reopened store still has its webhooks, character for character', async () => {
  const text = 'é 🔔 "quoted" \\ \u0000 \u2028 \ud800 ';
  await storage.webhooks.create({ ...body, name: text, http_headers: [header('X-Key', text)] });
  const before = await storage.webhooks.read(1);
  await reopen();
  expect(await storage.webhooks.read(1)).toBe(before);
  expect((await listed()).map(({ name, http_headers: headers }) => [name, headers])).toEqual([
    [text, [{ http_header_id: 1, ...header('X-Key', text) }]],
  ]);
});

test('ids and header ids are not reused after a delete and a reopened store', async () => {
  const withHeader = { ...body, http_headers: [header('X-Key', '1')] };
  await storage.webhooks.create(withHeader);
  await storage.webhooks.remove(1);
  await reopen();
  await storage.webhooks.create(withHeader);
  const [{ id, http_headers: headers } = { id: 0, http_headers: [] }] = await listed();
  expect(id).toBeGreaterThan(1);
  expect(headers[0]?.http_header_id).toBeGreaterThan(1);
});

test('fill stores all webhooks or none, and none in a store that has webhooks', async () => {
  function* failing() {
    yield { ...body, http_headers: [header('X', '1')] };
    throw new Error('no more');
  }
  await expect(storage.webhooks.fill(failing())).rejects.toThrow('no more');
  expect(await listed()).toEqual([]);
  const many = Array.from({ length: 2_500 }, (_, index) => ({ ...body, name: String(index) }));
  await storage.webhooks.fill(many);
  await storage.webhooks.fill([body]);
  expect((await listed()).map(({ name }) => name)).toEqual(many.map(({ name }) => name));
});

test('two fills at once store the webhooks of one', async () => {
  await Promise.all(Array.from({ length: 4 }, () => storage.webhooks.fill([body, body])));
  expect(await listed()).toHaveLength(2);
});

test('a refused update changes nothing', async () => {
  await storage.webhooks.create({ ...body, http_headers: [header('X', '1')] });
  const before = await storage.webhooks.read(1);
  const refused = await storage.webhooks.update(1, {
    name: 'Two',
    http_headers: { added: [header('Y', '2')], deleted: [{ http_header_id: 99 }] },
  });
  expect(refused).toHaveLength(1);
  expect(await storage.webhooks.read(1)).toBe(before);
});

test('concurrent updates of one webhook lose nothing', async () => {
  await storage.webhooks.create(body);
  const [{ id } = { id: 0 }] = await listed();
  const updates = Array.from({ length: 40 }, (_, index) =>
    storage.webhooks.update(id, { http_headers: { added: [header('X-Part', String(index))] } }),
  );
  expect(new Set((await Promise.all(updates)).flat())).toEqual(new Set());
  const [held] = await listed();
  const values = held?.http_headers.map(({ http_header_value: value }) => Number(value)) ?? [];
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(new Set(held?.http_headers.map((each) => each.http_header_id)).size).toBe(40);
});

test('all returns every webhook by ascending id', async () => {
  for (const name of ['a', 'b', 'c']) await storage.webhooks.create({ ...body, name });
  const all = await storage.webhooks.all();
  expect(all.map(({ webhook }) => webhook.name)).toEqual(['a', 'b', 'c']);
  expect(all.map(({ id }) => id)).toEqual((await listed()).map(({ id }) => id));
});
