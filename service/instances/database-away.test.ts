import { afterEach, beforeEach, expect, test } from 'vitest';
import { Practising } from '../testing/practising.ts';
import {
  databasePassword,
  postgresPrograms,
  type PostgresServer,
  startPostgres,
} from '../testing/postgres-server.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';

let server: PostgresServer;
let practising: Practising;
let receiver: Receiver;
let failures: unknown[];
beforeEach(async () => {
  failures = [];
  server = await startPostgres(postgresPrograms() ?? '');
  receiver = await startReceiver();
  practising = await Practising.start('B', {}, { database: server.url }, (error) => {
    failures.push(error);
  });
});
afterEach(async () => {
  await practising.service.close();
  await receiver.close();
  await server.remove();
});

const ask = (path: string, body?: unknown): Promise<Response> =>
  fetch(`${practising.service.url}${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

test('a database that goes away and comes back: 503 with Retry-After, then all goes on', async () => {
  const webhook = { name: 'n', url: `http://127.0.0.1:${receiver.port}/` };
  await practising.create(webhook);
  expect((await ask('/ready')).status).toBe(204);
  await server.stop();
  for (const [path, body] of [
    ['/api/v14/webhook/', undefined],
    ['/api/v14/webhook/1', undefined],
    ['/api/v14/webhook/', webhook],
    ['/practice/alerts', { state: 'HIGH' }],
    ['/practice/deliveries', undefined],
    ['/ready', undefined],
  ] as const) {
    const answer = await ask(path, body);
    const text = await answer.text();
    expect([path, answer.status, text], text).toMatchObject([path, 503, expect.any(String)]);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(text).toContain('The database cannot be reached.');
    expect(text).not.toContain(databasePassword);
  }
  expect((await ask('/health')).status).toBe(204);
  await server.start();
  await expect.poll(async () => (await ask('/ready')).status, { timeout: 15_000 }).toBe(204);
  expect((await (await ask('/api/v14/webhook/')).text()).match(/"id":/g)).toHaveLength(1);
  await practising.create(webhook);
  const { deliveries } = await practising.raise('alerts', { state: 'HIGH' });
  for (const { id } of deliveries) expect((await practising.finished(id)).state).toBe('delivered');
  expect(deliveries).toHaveLength(2);
  expect(failures.map(String).join('\n')).not.toContain(databasePassword);
}, 60_000);

test('a delivery that waits to retry while the database is away is made afterwards', async () => {
  const waiting = await startReceiver((response) => {
    response.writeHead(waiting.got.length === 1 ? 503 : 200).end();
  });
  await practising.create({ url: `http://127.0.0.1:${waiting.port}/` });
  const { deliveries } = await practising.raise('alerts', { state: 'HIGH' });
  await expect.poll(() => waiting.got.length).toBeGreaterThan(0);
  await server.stop();
  await server.start();
  const id = deliveries[0]?.id ?? 0;
  await expect
    .poll(async () => (await ask(`/practice/deliveries/${id}`)).text(), { timeout: 45_000 })
    .toContain('"state":"delivered"');
  expect(waiting.got.length).toBeGreaterThan(1);
  await waiting.close();
}, 90_000);

test('an instance ends while the database is away', async () => {
  await practising.create({ url: `http://127.0.0.1:${receiver.port}/` });
  await practising.raise('alerts', { state: 'HIGH' });
  await server.stop();
  await practising.service.close();
  await server.start();
}, 60_000);
