// @module-tag slow
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { fakePorts } from '#test-support/ports.fake.ts';
import { startWebHost, type WebHost, webLimits, type WebLimits } from './host.ts';
import { offering, openSocket, rawRequest, rawSocket } from './testing/raw-request.ts';
import { clientWith } from '#test-support/window-fixture.ts';

let folder: string;
let host: WebHost | null = null;
let reported: string[];
const sockets: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-limits-'));
  reported = [];
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await host?.close();
  rmSync(folder, { recursive: true });
});

/** Starts a host and trades its key. Returns its port, origin, secret and URL. */
async function start(limits: Partial<WebLimits> = {}, notices: readonly string[] = []) {
  host = await startWebHost({
    dataFolder: folder,
    version: '1.2.3',
    page: new Map([['/', { body: Buffer.from(''), contentType: 'text/html', cacheControl: '' }]]),
    compose: () => ({ ports: fakePorts(), notices, close: () => Promise.resolve() }),
    limits,
    report: (description) => reported.push(description),
  });
  const { port: portText, origin } = new URL(host.url);
  const port = Number(portText);
  const headers = { origin, 'content-type': 'application/json' };
  const key = new URL(host.urlWithKey).hash.slice('#key='.length);
  const { body } = await rawRequest(port, 'POST', '/session', headers, JSON.stringify({ key }));
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(body));
  return { port, origin, secret, url: host.url };
}

/** Opens a connection that sends only this text. `PORT` in it stands for the port. */
async function idleSocket(port: number, sent = ''): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  // The host may reset a connection to free its place.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent.replaceAll('PORT', String(port)));
  socket.resume();
  return { closed };
}

const whole = 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n';
/**
 * A request without its body. It has all headers that the host requires before it waits for the
 * body.
 */
const withoutBody = [
  'POST /session HTTP/1.1',
  'Host: 127.0.0.1:PORT',
  'Origin: http://127.0.0.1:PORT',
  'Content-Type: application/json',
  'Content-Length: 9',
  '\r\n',
].join('\r\n');

describe('connections', () => {
  it.each([
    ['send nothing', ''],
    ['never end their head', 'GET / HTTP/1.1\r\nHost: '],
    ['never end their body', withoutBody],
  ])('that %s give way to newer ones, and a window can connect', async (_, sent) => {
    const { port, secret, url } = await start({ connections: 20, idle: 600_000 });
    const first = await clientWith(url, secret);
    let closed = 0;
    for (let nth = 0; nth < 100; nth += 1) {
      const idle = await idleSocket(port, sent);
      void idle.closed.then(() => (closed += 1));
    }
    // Only the limit stays open, including the window's connection.
    await expect.poll(() => closed, { timeout: 15_000 }).toBeGreaterThanOrEqual(80);
    const second = await clientWith(url, secret);
    expect(await first.app.about()).toMatchObject({ version: '1.2.3' });
    expect(await second.app.about()).toMatchObject({ version: '1.2.3' });
  });

  it.each([
    ['that sends nothing', ''],
    ['that never ends its head', 'GET / HTTP/1.1\r\nHost: '],
    ['that never ends its body', withoutBody],
  ])('one %s is closed after a while', async (_, sent) => {
    const { port } = await start({ idle: 50 });
    const { closed } = await idleSocket(port, sent);
    await closed;
  });

  it("an idle one is closed before Node's own timeout", async () => {
    const usual = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    onTestFinished(() => {
      usual.close();
    });
    await once(usual, 'listening');
    const address = usual.address();
    if (address === null || typeof address === 'string') throw new Error('No address');
    const ofNode = await idleSocket(address.port, whole);
    const { port } = await start({ idle: 50 });
    const ofHost = await idleSocket(port, whole);
    const first = await Promise.race([
      ofHost.closed.then(() => 'host'),
      ofNode.closed.then(() => 'Node'),
    ]);
    expect(first).toBe('host');
  });

  it('a silent web socket stays open', async () => {
    const { port, secret, url } = await start({ idle: 50 });
    const window = await clientWith(url, secret);
    // Its connection is older than one that the host closes as idle.
    for (let nth = 0; nth < 3; nth += 1) await (await idleSocket(port)).closed;
    expect(await window.app.about()).toMatchObject({ version: '1.2.3' });
  });
});

describe('windows', () => {
  it('have a limit; one more gets the reason, and connects after another has left', async () => {
    const { port, origin, secret } = await start({ windows: 3 });
    const asked = () => rawRequest(port, 'GET', '/session', { authorization: `Bearer ${secret}` });
    const open = [];
    for (let nth = 0; nth < 3; nth += 1) open.push(await openSocket(port, secret));
    expect(await rawSocket(port, offering(secret), { origin })).toBe(503);
    const { status, body } = await asked();
    expect(status).toBe(503);
    expect(body).toContain('too many tabs');
    open[0]?.close();
    await expect.poll(async () => (await asked()).status).toBe(204);
    (await openSocket(port, secret)).terminate();
    for (const socket of open) socket.terminate();
  });

  it('that do not read their output are disconnected, and others are served', async () => {
    const { port, secret, url } = await start({ unread: 1_000_000 }, ['x'.repeat(1_000_000)]);
    const slow = await openSocket(port, secret);
    const closed = once(slow, 'close');
    slow.pause();
    // More than the system buffers for a connection without a reader.
    for (let nth = 0; nth < 100; nth += 1) {
      slow.send(JSON.stringify({ i: String(nth), p: { u: '/app/about' } }));
    }
    await expect.poll(() => reported.length).toBeGreaterThan(0);
    expect(reported).toEqual(['a window or command that left its output unread was cut off']);
    slow.resume();
    expect(await closed).toContain(1006);
    const other = await clientWith(url, secret);
    expect(await other.app.about()).toMatchObject({ version: '1.2.3' });
  });

  it('above the limit of streams get a message, and continue', async () => {
    const { secret, url } = await start();
    const { app, journal } = await clientWith(url, secret);
    const follow = async () => {
      const events = await journal.watch();
      await events.next();
      return events;
    };
    const all = await Promise.allSettled(Array.from({ length: 3_000 }, follow));
    const open = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = all.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(open).toHaveLength(1_000);
    expect(refused).toHaveLength(2_000);
    expect(new Set(refused).size).toBe(1);
    expect(refused[0]).toContain('the limit of 1000 streams');
    expect(await app.about()).toMatchObject({ version: '1.2.3' });
    // Another window has its own limits.
    const other = await clientWith(url, secret);
    await (await other.journal.watch()).next();
    // An ended stream frees its place.
    await open[0]?.return();
    await expect.poll(() => follow().then(() => 'followed', String)).toBe('followed');
  });
});

it('the limits allow the connections of a browser', () => {
  expect(webLimits.connections).toBeGreaterThan(webLimits.windows * 6);
});
