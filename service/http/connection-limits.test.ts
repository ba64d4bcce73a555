import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { setFaults } from '../testing/set-faults.ts';
import { limitConnections, maxConnections, maxOfClient } from './request-limits.ts';

let opened: net.Socket[];
beforeEach(() => {
  opened = [];
});
afterEach(() => {
  for (const socket of opened) socket.destroy();
});

async function open(port: number, from: string, bytes = ''): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  opened.push(socket);
  // The service may reset a connection to make room for another.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  socket.resume();
  return socket;
}

/** Returns the status of a GET on a new connection. */
const get = (url: string, from: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, localAddress: from });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });

const closed = (sockets: readonly net.Socket[]): number =>
  sockets.filter((socket) => socket.readyState === 'closed').length;

describe('a connection over the limit', () => {
  let server: http.Server;
  let url: string;
  let port: number;
  beforeEach(async () => {
    server = http.createServer((_request, response) => response.end('served'));
    // No timeouts: only the limits close connections here.
    server.headersTimeout = 0;
    server.requestTimeout = 0;
    limitConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No address');
    ({ port } = address);
    url = `http://127.0.0.1:${port}/`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ['an idle one', ''],
    ['one whose headers never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['one that was answered', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('of one client replaces %s', async (_title, bytes) => {
    const other = await open(port, '127.0.0.3');
    const crowd: net.Socket[] = [];
    for (let size = 0; size < maxOfClient + 50; size += 1) {
      crowd.push(await open(port, '127.0.0.2', bytes));
    }
    expect(await get(url, '127.0.0.2')).toBe(200);
    await expect.poll(() => closed(crowd)).toBe(50 + 1);
    expect(closed(crowd.slice(0, 50)), 'the oldest ones').toBe(50);
    expect(closed([other])).toBe(0);
  });

  test('of all clients replaces one of a client with the most connections', async () => {
    const lone = await open(port, '127.0.0.3');
    const crowd: net.Socket[] = [];
    // One after the other: the system limits the number of pending connections.
    for (let size = 0; size < maxConnections + 99; size += 1) {
      crowd.push(await open(port, `127.0.1.${(size % 50) + 1}`));
    }
    expect(await get(url, '127.0.0.1')).toBe(200);
    await expect.poll(() => closed(crowd)).toBe(100 + 1);
    expect(closed([lone])).toBe(0);
  });
});

describe('the service', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService({
      variant: 'A',
      authToken: null,
      practice: { deliversTo: 'loopback' },
    });
  });
  afterEach(() => service.close());

  test('serves a client while another one holds requests that never end', async () => {
    await setFaults(service, { faults: [{ kind: 'hang', next: maxOfClient }] });
    const port = Number(new URL(service.url).port);
    const bytes = `GET ${service.root}/webhook/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const busy = await Promise.all(
      Array.from({ length: maxOfClient }, () => open(port, '127.0.0.2', bytes)),
    );
    await expect
      .poll(async () => (await fetch(`${service.url}/practice/faults`)).text(), { timeout: 15_000 })
      .toContain('"left":0');
    const url = `${service.url}${service.root}/webhook/`;
    await expect(get(url, '127.0.0.2')).rejects.toThrow();
    expect(await get(url, '127.0.0.1')).toBe(200);
    expect(closed(busy), 'a request under way is not closed').toBe(0);
  });
});

describe('the service ends', { tags: 'slow', timeout: 60_000, concurrent: true }, () => {
  test.each([
    ['a connection that sends nothing', '', /^HTTP\/1\.1 408 /],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', /^HTTP\/1\.1 408 /],
    ['a connection after its last answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 404 /],
  ])('%s', async (_title, bytes, answer) => {
    const own = await startService({ variant: 'A', authToken: null });
    const socket = net.connect(Number(new URL(own.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.write(bytes);
    await once(socket, 'close');
    expect(text).toMatch(answer);
    await own.close();
  });
});
