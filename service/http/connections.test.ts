import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import type { ReceivedRequest } from './recorder.ts';

let service: RunningService;
let received: ReceivedRequest[];
beforeEach(async () => {
  received = [];
  service = await startService({
    variant: 'A',
    authToken: 'fake-token',
    onRequest: (request) => received.push(request),
  });
});
afterEach(() => service.close());

/** Sends bytes and returns everything that the service sends until the connection closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['bytes that are no HTTP', 'hello\r\n\r\n', 400],
  ['a method that nobody knows', 'FROB /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['CONNECT to a path', 'CONNECT /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ['CONNECT to a host', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ['headers that never end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`, 431],
  [
    'a path that cannot be decoded',
    'GET /api/v6/webhook/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
  ],
])('responds with a problem to %s', async (_title, bytes, status) => {
  const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(JSON.parse(body)).toMatchObject({ status });
});

test('refuses a large chunked body before it is complete', async () => {
  const request = http.request(`${service.url}/api/v6/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Token': 'fake-token' },
  });
  request.on('error', () => undefined);
  const answered = new Promise<http.IncomingMessage>((resolve) => {
    request.once('response', resolve);
  });
  for (let sent = 0; sent < 2 * 1024 * 1024; sent += 64 * 1024)
    request.write('x'.repeat(64 * 1024));
  expect((await answered).statusCode).toBe(413);
  request.destroy();
});

test.each([
  ['application/json', 413],
  ['text/plain', 415],
])(
  'reads off a refused body of type %s, so that its client gets the response',
  async (type, status) => {
    const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
    const head = (method: string): string =>
      `${method} /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\nX-Auth-Token: fake-token\r\n`;
    const body = Buffer.alloc(32 * 1024 * 1024, ' ');
    const bodyHead = `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    // Like a client that reads nothing until it has sent everything.
    await pipeline([head('POST') + bodyHead, body], socket, { end: false });
    socket.write(`${head('GET')}Connection: close\r\n\r\n`);
    const answers = (await socket.setEncoding('utf8').toArray()).join('');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  },
);

test('refuses a request with two auth tokens', async () => {
  const answer = await exchange(
    'GET /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
      'X-Auth-Token: fake-token\r\nX-Auth-Token: fake-token\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('reports a request unchanged, once, before the response', async () => {
  const body = '{"name": "é",\n "url":"https://one.example/" }';
  const headers = {
    'X-Auth-Token': 'fake-token',
    'Content-Type': 'application/json',
    'X-Two': '2',
  };
  await fetch(`${service.url}/api/v6/webhook/?a=%20b`, { method: 'POST', headers, body });
  expect(received).toEqual([
    expect.objectContaining({ method: 'POST', path: '/api/v6/webhook/?a=%20b', body }),
  ]);
  expect(received[0]?.headers).toMatchObject({ 'x-auth-token': 'fake-token', 'x-two': '2' });
});

test('also reports requests that are refused early', async () => {
  await fetch(`${service.url}/api/v6/webhook/`);
  await fetch(`${service.url}/elsewhere`);
  expect(received.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/api/v6/webhook/'],
    ['GET', '/elsewhere'],
  ]);
});

test.each([
  ['CONNECT', `CONNECT /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(500_000)}`],
  ['no HTTP', `hello\r\n\r\n${'x'.repeat(500_000)}`],
])(
  '%s: closes a connection that its client never closes, and does not delay the shutdown',
  async (_title, bytes) => {
    const socket = net.connect({
      port: Number(new URL(service.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.on('error', () => undefined);
    const answered = once(socket, 'data');
    socket.write(bytes);
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 4/);
    await service.close();
    socket.destroy();
  },
);
