import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import type { Fault } from './fault.ts';

let service: RunningService;
beforeEach(async () => {
  service = await startService({
    variant: 'A',
    authToken: null,
    seed: 3,
    practice: { deliversTo: 'loopback' },
  });
});
afterEach(() => service.close());

type Given = Partial<Fault> & { kind: Fault['kind'] };
const json = { 'Content-Type': 'application/json' };

async function set(...faults: Given[]): Promise<void> {
  const body = JSON.stringify({ faults });
  const answer = await fetch(`${service.url}/practice/faults`, {
    method: 'PUT',
    headers: json,
    body,
  });
  expect(answer.status, await answer.text()).toBe(200);
}
const list = (signal?: AbortSignal): Promise<Response> =>
  fetch(`${service.url}/api/v6/webhook/`, { redirect: 'manual', signal: signal ?? null });
const create = (): Promise<Response> =>
  fetch(`${service.url}/api/v6/webhook/`, {
    method: 'POST',
    redirect: 'manual',
    headers: json,
    body: '{"name":"made","url":"https://made.example/"}',
  });
/** Deletes all faults and returns the number of webhooks. */
async function held(): Promise<number> {
  await fetch(`${service.url}/practice/faults`, { method: 'DELETE' });
  const webhooks: unknown = await (await list()).json();
  return Array.isArray(webhooks) ? webhooks.length : -1;
}
/** Returns the bytes received until the connection closes, and whether it was reset. */
async function raw(head: string, body = ''): Promise<{ text: string; reset: boolean }> {
  const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
  let text = '';
  let reset = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', (error: Error & { code?: string }) => (reset = error.code === 'ECONNRESET'));
  socket.write(
    `${head} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, reset };
}
const rawCreate = () =>
  raw('POST /api/v6/webhook/', '{"name":"made","url":"https://made.example/"}');

describe('the operation does not run with the fault', () => {
  test.each([
    ['401', 401, 'application/problem+json'],
    ['429', 429, 'application/problem+json'],
    ['500', 500, 'application/problem+json'],
    ['503', 503, 'application/problem+json'],
    ['html', 200, 'text/html; charset=utf-8'],
    ['wrong-shape', 200, 'application/json'],
    ['oversized', 200, 'application/json'],
    ['redirect', 302, null],
  ] as const)('%s', async (kind, status, type) => {
    await set({ kind, retryAfter: 7, bytes: 200_000, location: 'https://elsewhere.example/x' });
    for (const answer of [await list(), await create()]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe(type);
      const text = await answer.text();
      if (status === 429 || status === 503) expect(answer.headers.get('retry-after')).toBe('7');
      if (kind === 'redirect')
        expect(answer.headers.get('location')).toBe('https://elsewhere.example/x');
      if (kind === 'html') expect(text).toMatch(/^<!doctype html>/);
      if (kind === 'oversized') {
        expect(text.length).toBe(200_000);
        expect(JSON.parse(text)).toEqual([]);
      }
      if (kind === 'wrong-shape') expect(Array.isArray(JSON.parse(text))).toBe(false);
    }
    expect(await held(), 'nothing has changed').toBe(3);
  });
});

describe('the connection fault', () => {
  test('reset-before changes nothing', async () => {
    await set({ kind: 'reset-before' });
    expect(await rawCreate()).toEqual({ text: '', reset: true });
    expect(await held()).toBe(3);
  });

  test('reset-after runs the operation without a response', async () => {
    await set({ kind: 'reset-after' });
    expect(await rawCreate()).toEqual({ text: '', reset: true });
    expect(await held()).toBe(4);
  });

  test('truncated ends the connection after half of the response', async () => {
    const whole = await (await list()).text();
    await set({ kind: 'truncated' });
    const { text, reset } = await raw('GET /api/v6/webhook/');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toContain(`content-length: ${Buffer.byteLength(whole)}`);
    expect(Buffer.from(body, 'latin1')).toEqual(
      Buffer.from(whole).subarray(0, Math.floor(Buffer.byteLength(whole) / 2)),
    );
    expect(reset).toBe(false);
  });

  test('truncated runs a create and announces a body that it does not send', async () => {
    await set({ kind: 'truncated' });
    const { text } = await rawCreate();
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 64\r\n/);
    expect(text).toMatch(/\r\n\r\n$/);
    expect(await held()).toBe(4);
  });

  test('truncated does not harm the service when clients disconnect', async () => {
    await set({ kind: 'truncated' });
    for (let index = 0; index < 20; index += 1) await list().catch(() => null);
    expect(await held()).toBe(3);
  });

  test('hang sends no response, while the service handles other requests', async () => {
    await set({ kind: 'hang', only: 'writes' });
    const hanging = create();
    expect((await list()).status).toBe(200);
    expect(await Promise.race([hanging.then(() => 'answered'), list().then(() => 'hangs')])).toBe(
      'hangs',
    );
    // Closing the service ends the pending request.
    const closed = service.close();
    await expect(hanging).rejects.toThrow();
    await closed;
  });
});

describe('latency', () => {
  test('delays the operation', async () => {
    await set({ kind: 'latency', milliseconds: 120, next: 1 });
    const begun = performance.now();
    expect((await create()).status).toBe(200);
    // A timer may fire a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(115);
    expect(await held()).toBe(4);
  });

  test('ends with an error when the service closes', async () => {
    await set({ kind: 'latency', milliseconds: 60_000 });
    const waiting = create();
    const failed = expect(waiting).rejects.toThrow();
    // After the response to a later request the first one has arrived, too.
    await fetch(`${service.url}/practice/faults`);
    await service.close();
    await failed;
  });
});

describe('/practice/faults', () => {
  const faults = async (init?: RequestInit) => {
    const answer = await fetch(`${service.url}/practice/faults`, init);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const put = (body: unknown) =>
    faults({ method: 'PUT', headers: json, body: JSON.stringify(body) });

  test('lists the faults with the number of past and remaining hits', async () => {
    expect((await faults()).body).toEqual({ seed: 1, faults: [] });
    await put({
      seed: 9,
      faults: [
        { kind: '500', next: 3 },
        { kind: '401', only: 'writes', share: 0.5 },
      ],
    });
    await list();
    expect((await faults()).body).toMatchObject({
      seed: 9,
      faults: [
        { kind: '500', share: 1, next: 3, happened: 1, left: 2 },
        { kind: '401', only: 'writes', share: 0.5, happened: 0, left: null },
      ],
    });
    expect((await faults({ method: 'DELETE' })).body).toEqual({ seed: 1, faults: [] });
    expect((await list()).status).toBe(200);
  });

  test.each([
    [{}, '#/faults'],
    [{ faults: [{ kind: 'fire' }] }, '#/faults/0/kind'],
    [{ faults: [{ kind: '500', share: 0 }] }, '#/faults/0/share'],
    [{ faults: [{ kind: '500', share: 2 }] }, '#/faults/0/share'],
    [{ faults: [{ kind: '500', next: 0 }] }, '#/faults/0/next'],
    [{ faults: [{ kind: 'redirect', location: 'a\r\nX: y' }] }, '#/faults/0/location'],
    [{ faults: [], seed: -1 }, '#/seed'],
    [{ faults: [], more: 1 }, '#'],
    [[], '#'],
  ])('refuses %j and does not change the faults', async (body, pointer) => {
    await set({ kind: '503' });
    const refused = await put(body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
    expect((await list()).status).toBe(503);
  });

  test('applies no fault to itself, to documents or to unknown paths', async () => {
    await set({ kind: 'reset-before' });
    expect((await faults()).status).toBe(200);
    expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/v6/webhook`)).status).toBe(404);
  });
});

test('faults of the command line apply from the start, also without --practice', async () => {
  const other = await startService({
    variant: 'A',
    authToken: null,
    faults: [{ kind: '503', share: 1, milliseconds: 0, retryAfter: 1, bytes: 1, location: '/' }],
  });
  expect((await fetch(`${other.url}/api/v6/webhook/`)).status).toBe(503);
  expect((await fetch(`${other.url}/practice/faults`)).status).toBe(404);
  await other.close();
});
