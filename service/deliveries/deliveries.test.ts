import type http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import table from '../../resources/template-vectors.json' with { type: 'json' };
import { Practising } from '../testing/practising.ts';
import { type Got, type Receiver, startReceiver } from '../testing/receiver.ts';
import type { PracticeOptions } from '../practice/practice-routes.ts';
import { maxPerHost } from './deliveries.ts';
import { mask } from './mask-credentials.ts';

const toEnd: { close(): Promise<void> }[] = [];
afterEach(async () => {
  // Close the service first: it may have open connections to a receiver.
  for (const one of toEnd.splice(0).reverse()) await one.close();
});

type Answer = (response: http.ServerResponse, got: Got) => void;
async function receive(answer?: Answer): Promise<Receiver & { url: string }> {
  const receiver = await startReceiver(answer);
  toEnd.push(receiver);
  return { ...receiver, url: `http://127.0.0.1:${receiver.port}/hook` };
}
async function practise(options: Partial<PracticeOptions> = {}, variant: 'A' | 'B' = 'A') {
  const practising = await Practising.start(variant, options);
  toEnd.push(practising.service);
  return practising;
}
const header = (http_header_key: string, http_header_value: string) => ({
  http_header_key,
  http_header_value,
});
/** Responds with these statuses in order, then repeats the last one. */
const statuses = (...all: number[]): Answer => {
  let next = 0;
  return (response) => {
    response.statusCode = all[Math.min(next, all.length - 1)] ?? 200;
    next += 1;
    response.end();
  };
};

describe('a delivered request', () => {
  test('has the method, path and headers as stored, and the rendered payload', async () => {
    const receiver = await receive();
    const practising = await practise();
    await practising.create({
      url: `${receiver.url}?a=%AlertID%&b=%20c#here`,
      method: 'PATCH',
      http_headers: [
        header('X-Twice', 'one'),
        header('Content-Type', 'text/plain; charset=utf-8'),
        header('x-twice', 'two %AlertID%'),
        header('X-Odd', 'alerts "primary"; q=0.5, eu–west\t🔔'),
        header('X-Empty', ''),
      ],
      payload_template: 'é %AlertID% 🔔',
    });
    await practising.deliverOne({ state: 'LOW', values: { AlertID: '7' } });
    const [got] = receiver.got;
    expect(got).toMatchObject({ method: 'PATCH', path: '/hook?a=%AlertID%&b=%20c' });
    expect(got?.body.toString()).toBe('é 7 🔔');
    const own = got?.headers ?? [];
    const pairs = Array.from({ length: own.length / 2 }, (_, index) => [
      own[2 * index],
      Buffer.from(own[2 * index + 1] ?? '', 'latin1').toString(),
    ]);
    expect(pairs.filter(([name]) => /^(x-|content-type)/i.test(name ?? ''))).toEqual([
      ['X-Twice', 'one'],
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['x-twice', 'two %AlertID%'],
      ['X-Odd', 'alerts "primary"; q=0.5, eu–west\t🔔'],
      ['X-Empty', ''],
    ]);
    expect(
      pairs.map(([name]) => name?.toLowerCase()).filter((name) => name === 'content-length'),
    ).toHaveLength(1);
  });

  test.each(['as-observed', 'plain'] as const)(
    'has the payload of every template vector, byte for byte, with the rules %s',
    async (rules) => {
      const receiver = await receive();
      const practising = await practise({}, 'B');
      for (const { template } of table.vectors) {
        await practising.create({
          url: receiver.url,
          payload_type: 'JOB',
          payload_template: template,
        });
      }
      for (const [index, { values, plain, asObserved }] of table.vectors.entries()) {
        // The service accepts values for placeholder names only.
        const names = Object.entries(values).filter(([name]) => /^\w+$/.test(name));
        const raised = await practising.raise('jobs', { values: Object.fromEntries(names), rules });
        const before = index * table.vectors.length;
        await expect
          .poll(() => receiver.got.length, { interval: 5, timeout: 10_000 })
          .toBe(before + table.vectors.length);
        const wanted = raised.deliveries[index];
        const delivery = await practising.finished(wanted?.id ?? 0);
        const expected = Buffer.from(rules === 'plain' ? plain : asObserved);
        expect(delivery.request.body.text).toBe(expected.toString());
        expect(receiver.got.slice(before).filter(({ body }) => body.equals(expected))).not.toEqual(
          [],
        );
      }
    },
    60_000,
  );

  test('arrives once for each of 100 webhooks', async () => {
    const receiver = await receive();
    const practising = await practise();
    for (let index = 0; index < 100; index += 1) {
      await practising.create({ url: receiver.url, payload_template: `number ${index}` });
    }
    const { deliveries } = await practising.raise('alerts', { state: 'HIGH' });
    for (const { id } of deliveries)
      expect((await practising.finished(id)).state).toBe('delivered');
    expect(new Set(receiver.got.map(({ body }) => body.toString())).size).toBe(100);
    expect(receiver.got).toHaveLength(100);
  });
});

describe('delivery retries', () => {
  test.each([
    [[503, 500, 200], 'delivered', 3],
    [[429, 201], 'delivered', 2],
    [[500], 'failed', 4],
    [[400], 'failed', 1],
    [[404], 'failed', 1],
    [[304], 'failed', 1],
  ] as const)('for statuses %j end as %s after %i attempts', async (all, state, attempts) => {
    const receiver = await receive(statuses(...all));
    const practising = await practise();
    await practising.create({ url: receiver.url, payload_template: '%AlertID%' });
    const delivery = await practising.deliverOne();
    expect(delivery).toMatchObject({ state, nextAttemptAt: null });
    expect(delivery.attempts.map(({ number }) => number)).toEqual(
      Array.from({ length: attempts }, (_, index) => index + 1),
    );
    expect(delivery.status).toBe(all.at(-1));
    expect(receiver.got).toHaveLength(attempts);
  });

  test('double the pause each time, with a jitter of half the pause', async () => {
    const receiver = await receive(statuses(500));
    const practising = await practise({ firstPause: 40 });
    await practising.create({ url: receiver.url });
    const { attempts } = await practising.deliverOne();
    const started = attempts.map(({ startedAt }) => Date.parse(startedAt));
    // Pauses are 50 to 100 % of 40, 80 and 160 ms, plus delays of a busy machine.
    for (const [index, least] of [20, 40, 80].entries()) {
      expect((started[index + 1] ?? 0) - (started[index] ?? 0)).toBeGreaterThanOrEqual(least - 2);
    }
  });

  test('show the time of the next attempt', async () => {
    const receiver = await receive(statuses(500));
    const practising = await practise({ firstPause: 60_000 });
    await practising.create({ url: receiver.url });
    const { deliveries } = await practising.raise('alerts', { state: 'LOW' });
    const id = deliveries[0]?.id ?? 0;
    await expect.poll(async () => (await practising.delivery(id)).state).toBe('waiting-to-retry');
    const { nextAttemptAt } = await practising.delivery(id);
    const pause = Date.parse(nextAttemptAt ?? '') - Date.now();
    expect(pause).toBeGreaterThan(20_000);
    expect(pause).toBeLessThanOrEqual(60_000);
  });
});

describe('the delivery log', () => {
  test('records the timeout of a response without headers or with half a body', async () => {
    const receiver = await receive((response, { path }) => {
      if (path === '/body') {
        response.write('half');
        response.flushHeaders();
      }
    });
    const practising = await practise({ timeLimit: 150 });
    for (const path of ['/none', '/body']) {
      await practising.create({ url: `http://127.0.0.1:${receiver.port}${path}` });
    }
    const { deliveries } = await practising.raise('alerts', { state: 'LOW' });
    for (const { id } of deliveries) {
      const { attempts, state } = await practising.finished(id);
      expect(state).toBe('failed');
      expect(attempts).toHaveLength(4);
      expect(attempts[0]).toMatchObject({
        answer: null,
        error: { code: 'timed-out', message: 'No complete answer within 0.15 s.' },
      });
    }
  });

  test('records a refused and a reset connection', async () => {
    const gone = await startReceiver();
    await gone.close();
    const resets = await receive((response) => response.socket?.resetAndDestroy());
    const practising = await practise();
    await practising.create({ url: `http://127.0.0.1:${gone.port}/` });
    await practising.create({ url: resets.url });
    const { deliveries } = await practising.raise('alerts', { state: 'LOW' });
    const [first, second] = await Promise.all(deliveries.map(({ id }) => practising.finished(id)));
    expect(first?.attempts[3]?.error).toMatchObject({
      code: 'failed',
      message: 'The connection failed (ECONNREFUSED).',
    });
    expect(second?.attempts[3]?.error?.code).toBe('failed');
    expect(resets.got).toHaveLength(4);
  });

  test('records a redirect response, which the service does not follow', async () => {
    const elsewhere = await receive();
    const receiver = await receive((response) => {
      response.writeHead(307, { Location: elsewhere.url }).end();
    });
    const practising = await practise();
    await practising.create({ url: receiver.url });
    const { attempts, state } = await practising.deliverOne();
    expect([state, attempts.length, attempts[0]?.answer?.status]).toEqual(['failed', 1, 307]);
    expect(attempts[0]?.answer?.headers).toContainEqual({ name: 'location', value: elsewhere.url });
    expect(elsewhere.got).toEqual([]);
  });

  test.each([
    ['a method that is none', { method: 'MERGE RECORDS' }],
    ['an empty method', { method: '' }],
    ['a URL of another kind', { url: 'mailto:ops@example.com' }],
    ['a URL that is none', { url: '/hook' }],
    ['a URL with a password', { url: 'http://u:canary@127.0.0.1/' }],
    ['a header that ends the body elsewhere', { http_headers: [header('Content-Length', '1')] }],
    ['a header of the connection', { http_headers: [header('Transfer-Encoding', 'chunked')] }],
  ])('records %s as not sendable, without a retry', async (_title, fields) => {
    const receiver = await receive();
    const practising = await practise();
    await practising.create({ url: receiver.url, payload_template: 'text', ...fields });
    const delivery = await practising.deliverOne();
    expect(delivery.attempts).toMatchObject([{ answer: null, error: { code: 'not-sendable' } }]);
    expect(JSON.stringify(delivery)).not.toContain('canary');
    expect(receiver.got).toEqual([]);
  });

  test('records the first 16 KiB, the headers and the duration of a response', async () => {
    const receiver = await receive((response) => {
      response.writeHead(200, { 'X-One': 'é', 'Set-Cookie': ['a=canary', 'b=canary'] });
      response.end('é'.repeat(40_000));
    });
    const practising = await practise();
    await practising.create({ url: receiver.url });
    const { attempts, state } = await practising.deliverOne();
    const answer = attempts[0]?.answer;
    expect(state).toBe('delivered');
    expect(answer?.body).toMatchObject({ bytes: 16_384, truncated: true });
    expect(answer?.body.text).toBe('é'.repeat(8_192));
    expect(answer?.headers.filter(({ name }) => name === 'set-cookie')).toEqual([
      { name: 'set-cookie', value: mask },
      { name: 'set-cookie', value: mask },
    ]);
    expect(attempts[0]?.milliseconds).toBeGreaterThanOrEqual(0);
  });
});

test('the log masks secrets of headers and URLs, also when a receiver echoes them', async () => {
  const receiver = await receive((response, { headers, path }) => {
    response.writeHead(500, { 'X-Echo': headers.join(' ').slice(0, 900) });
    response.end(`you sent ${headers.join(' ')} to ${path}`);
  });
  const practising = await practise();
  await practising.create({
    url: `${receiver.url}?key=canary-query&state=x`,
    http_headers: [
      header('Authorization', 'Bearer canary-bearer'),
      header('X-Routing-Key', 'canary-routing'),
      header('X-Anything', 'canary-anything'),
      header('Content-Type', 'application/json'),
    ],
  });
  const delivery = await practising.deliverOne();
  expect(delivery.request.headers.slice(0, 4)).toEqual([
    { name: 'Authorization', value: mask },
    { name: 'X-Routing-Key', value: mask },
    { name: 'X-Anything', value: mask },
    { name: 'Content-Type', value: 'application/json' },
  ]);
  expect(delivery.request.headers[4]?.name).toBe('Idempotency-Key');
  expect(delivery.url).toBe(`${receiver.url}?key=${mask}&state=${mask}`);
  const list = JSON.stringify(await practising.get('deliveries'));
  expect(JSON.stringify(delivery) + list).not.toContain('canary');
  expect(receiver.got[0]?.headers).toContain('Bearer canary-bearer');
});

test('the service closes at once with deliveries in flight', async () => {
  const receiver = await receive(() => undefined);
  const practising = await practise();
  for (let index = 0; index < 40; index += 1) await practising.create({ url: receiver.url });
  await practising.raise('alerts', { state: 'HIGH' });
  await expect.poll(() => receiver.got.length).toBe(maxPerHost);
  await practising.service.close();
  expect(receiver.got).toHaveLength(maxPerHost);
});
