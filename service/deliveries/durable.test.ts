import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { StorageLocation } from '../store/open-storage.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';
import { Practising } from '../testing/practising.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { execute, newPlace, type Place, serverUrl } from '../testing/stored.ts';
import { DeliveryList } from '../practice/practice-bodies.ts';
import { newWebhook } from '../webhooks/new-webhook.ts';
import { Attempts } from './attempts.ts';
import { maxFinished, maxPerHost } from './deliveries.ts';
import { createSender } from './sender.ts';
import { SqliteDeliveries } from './sqlite-deliveries.ts';

let place: Place;
let receiver: Receiver;
let practising: Practising;
/** The status of the responses; no response if it is `null`. */
let status: number | null;

const start = (firstPause = 1): Promise<Practising> =>
  Practising.start('B', { firstPause }, place.location);
const list = async (query = ''): Promise<DeliveryList> =>
  DeliveryList.parse(await practising.get(`deliveries${query}`));
const create = (): Promise<void> =>
  practising.create({
    url: `http://127.0.0.1:${receiver.port}/hook?key=canary-query`,
    http_headers: [{ http_header_key: 'X-Key', http_header_value: 'canary-header' }],
    payload_template: '%AlertName%',
  });
const keys = (): (string | undefined)[] =>
  receiver.got.map(({ headers }) => headers[headers.indexOf('Idempotency-Key') + 1]);

beforeEach(async () => {
  status = 200;
  receiver = await startReceiver((response) => {
    if (status !== null) response.writeHead(status).end();
  });
  place = await newPlace();
  practising = await start();
});
afterEach(async () => {
  await practising.service.close();
  await receiver.close();
  await place.remove();
});

test('a delivery that waits to retry is attempted after a restart, with the same key', async () => {
  await practising.service.close();
  practising = await start(1_000);
  status = 503;
  await create();
  await practising.raise('alerts', { state: 'HIGH', values: { AlertName: 'mine' } });
  await expect.poll(async () => (await list('?state=waiting-to-retry')).total).toBe(1);
  await practising.service.close();
  status = 200;
  practising = await start();
  const { attempts } = await practising.finished(1);
  expect(attempts.map(({ answer }) => answer?.status)).toEqual([503, 200]);
  expect(receiver.got.map(({ body }) => body.toString())).toEqual(['mine', 'mine']);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/);
});

test('an attempt in flight when the service ends is made again', async () => {
  status = null;
  await create();
  await practising.raise('alerts', { state: 'HIGH' });
  await expect.poll(() => receiver.got.length).toBe(1);
  await practising.service.close();
  status = 200;
  practising = await start();
  expect((await practising.finished(1)).attempts).toHaveLength(1);
  expect(receiver.got).toHaveLength(2);
});

test('failed deliveries are listed by their state, and ids go on after a restart', async () => {
  status = 400;
  await create();
  await practising.deliverOne();
  status = 200;
  await practising.deliverOne();
  expect((await list('?state=failed')).deliveries.map(({ eventId }) => eventId)).toEqual([1]);
  expect((await list('?state=delivered')).deliveries.map(({ eventId }) => eventId)).toEqual([2]);
  await practising.service.close();
  practising = await start();
  await practising.deliverOne();
  const ids = (await list()).deliveries.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(ids.toSorted((a, b) => b - a)).toEqual(ids);
  expect((await list()).deliveries[0]?.eventId).toBeGreaterThan(2);
  const answer = await fetch(`${practising.service.url}/practice/deliveries?state=lost`);
  expect(answer.status).toBe(400);
});

test('emptying the log removes all entries, and unfinished deliveries go on', async () => {
  await create();
  await practising.deliverOne();
  status = null;
  await practising.raise('alerts', { state: 'LOW' });
  await expect.poll(() => receiver.got.length).toBe(2);
  const url = `${practising.service.url}/practice/deliveries`;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  expect((await list()).total).toBe(0);
  expect((await fetch(`${url}/2`)).status).toBe(404);
  await practising.service.close();
  status = 200;
  practising = await start();
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(3);
  expect((await list()).total).toBe(0);
  expect(new Set(keys().slice(1)).size).toBe(1);
});

test(`an event drops all delivered ones but the newest ${maxFinished.delivered}`, async () => {
  await create();
  await practising.deliverOne();
  await practising.service.close();
  await addCopies(place.location, maxFinished.delivered + 20);
  practising = await start();
  await practising.deliverOne();
  const kept = await list('?limit=500&state=delivered');
  expect(kept.total).toBe(maxFinished.delivered + 1);
  expect(kept.deliveries[0]?.eventId).toBe(2);
});

/** Stores copies of the only delivery. */
async function addCopies({ dataFile, database }: StorageLocation, count: number): Promise<void> {
  if (database !== undefined) {
    const sql = `INSERT INTO webhook_service.delivery (state, record)
      SELECT state, record FROM webhook_service.delivery, generate_series(1, ${count})`;
    await execute(database, sql);
    return;
  }
  const file = new DatabaseSync(dataFile ?? '');
  file.exec(`WITH RECURSIVE copies (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM copies WHERE number < ${count})
    INSERT INTO delivery (state, target_host, record)
    SELECT state, target_host, record FROM delivery, copies`);
  file.close();
}

test(`at most ${maxPerHost} attempts to one host run at once, and other hosts go on`, async () => {
  status = null;
  const other = await startReceiver();
  for (let index = 0; index < 20; index += 1) await create();
  await practising.create({ url: `http://127.0.0.1:${other.port}/` });
  await practising.raise('alerts', { state: 'HIGH' });
  await expect.poll(() => receiver.got.length).toBe(maxPerHost);
  await expect.poll(() => other.got.length).toBe(1);
  await expect.poll(async () => (await list('?state=delivered')).total).toBe(1);
  expect(receiver.got).toHaveLength(maxPerHost);
  await practising.service.close();
  await other.close();
});

describe.runIf(serverUrl() === null)('a full disk', { tags: 'slow' }, () => {
  let database: DatabaseSync;
  let deliveries: SqliteDeliveries;
  let failures: unknown[];
  const raise = async (): Promise<number> => {
    const raisedAt = new Date().toISOString();
    const event = { kind: 'alert', state: 'HIGH', raisedAt, rules: 'plain' } as const;
    const body = { name: 'n', url: `http://127.0.0.1:${receiver.port}/` };
    const recipient = { id: 1, webhook: newWebhook('B', body, () => []) };
    const { ids } = await deliveries.add(event, {}, [recipient]);
    expect(ids).toHaveLength(1);
    return ids[0] ?? 0;
  };
  // Stands for a full disk.
  const fill = (when: string): void => {
    database.exec(`CREATE TEMP TRIGGER disk_full BEFORE UPDATE ON delivery WHEN ${when}
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  };
  const untilDelivered = async (id: number): Promise<void> => {
    database.exec('DROP TRIGGER disk_full');
    const state = async () => (await deliveries.read(id))?.state;
    await expect.poll(state, { timeout: 10_000 }).toBe('delivered');
    expect(receiver.got).toHaveLength(1);
  };

  beforeEach(() => {
    database = openDatabase(null, 'B');
    failures = [];
    deliveries = new SqliteDeliveries(
      database,
      new Attempts({
        sender: createSender({ deliversTo: 'loopback' }),
        clock: systemClock,
        random: () => 0,
        firstPause: 1,
        onFailure: (error) => failures.push(error),
      }),
    );
  });
  afterEach(async () => {
    await deliveries.close();
    database.close();
  });

  test('only delays the attempts of an event', async () => {
    fill('true');
    const id = await raise();
    expect(failures).toHaveLength(1);
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(2);
    await untilDelivered(id);
  });

  test('only delays the result of an attempt', async () => {
    fill("NEW.state <> 'sending'");
    const id = await raise();
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect((await deliveries.read(id))?.state).toBe('sending');
    await untilDelivered(id);
  });
});
