import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyStorage } from './copy-storage.ts';
import { openStorage } from './store/open-storage.ts';
import { newPlace, type Place } from './testing/stored.ts';
import { Practising } from './testing/practising.ts';

let folder: string;
let file: string;
let other: Place;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-copy-'));
  file = path.join(folder, 'webhooks.db');
  other = await newPlace();
});
afterEach(async () => {
  await other.remove();
  rmSync(folder, { recursive: true });
});
const otherName = (): string => other.location.database ?? other.location.dataFile ?? '';

const body = {
  name: 'One — é \u0000',
  url: 'https://one.example/',
  http_headers: [{ http_header_key: 'X-Key', http_header_value: 'fake' }],
};

async function fillFile(): Promise<string> {
  const { webhooks, close } = await openStorage('B', { dataFile: file });
  await webhooks.create(body);
  await webhooks.create(body);
  await webhooks.create(body);
  await webhooks.remove(2);
  await webhooks.remove(3);
  const text = await webhooks.read(1);
  await close();
  return text ?? '';
}

test('a copy there and back has the same webhooks, and assigns no id again', async () => {
  const text = await fillFile();
  expect(await copyStorage(file, otherName())).toBe('Copied 1 webhooks of variant B.');
  const back = path.join(folder, 'back.db');
  await copyStorage(otherName(), back);
  for (const location of [other.location, { dataFile: back }]) {
    const { webhooks, close } = await openStorage('B', location);
    expect((await webhooks.all()).map(({ id }) => id)).toEqual([1]);
    expect(await webhooks.read(1)).toBe(text);
    await webhooks.create(body);
    expect(await webhooks.read(4)).toContain('"http_header_id":4');
    await close();
  }
});

test('a place that has or had webhooks is refused', async () => {
  await fillFile();
  const { webhooks, close } = await openStorage('B', other.location);
  await webhooks.create(body);
  await webhooks.remove(1);
  await close();
  await expect(copyStorage(file, otherName())).rejects.toThrow(/Name an empty place/);
  await expect(copyStorage(path.join(folder, 'none.db'), otherName())).rejects.toThrow(/at --from/);
});

test('nothing is copied while a delivery is unfinished', async () => {
  const practising = await Practising.start('B', { firstPause: 60_000 }, other.location);
  await practising.create({ url: 'http://127.0.0.1:1/' });
  const { deliveries } = await practising.raise('alerts', { state: 'HIGH' });
  const id = deliveries[0]?.id ?? 0;
  await expect.poll(async () => (await practising.delivery(id)).state).toBe('waiting-to-retry');
  await practising.service.close();
  await expect(copyStorage(otherName(), file)).rejects.toThrow(/1 deliveries are not finished/);
});
