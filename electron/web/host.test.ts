import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { AlreadyRunning } from '#adapters/data-folder/instance-lock.ts';
import type { WebHost } from './host.ts';
import { type Answer, offering, openSocket, rawRequest, rawSocket } from './testing/raw-request.ts';
import { TestHosts } from './testing/test-hosts.ts';

let hosts: TestHosts;
let host: WebHost;

beforeEach(async () => {
  hosts = new TestHosts();
  host = await hosts.start();
});
afterEach(async () => {
  await host.close();
  hosts.remove();
  expect(hosts.reported).toEqual([]);
});

const SecretBody = z.strictObject({ secret: z.string() });

const portOf = (): number => Number(new URL(host.url).port);
const own = (): string => `127.0.0.1:${portOf()}`;
const keyOf = (each: WebHost = host): string => new URL(each.urlWithKey).hash.slice('#key='.length);

const ask = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: string,
): Promise<Answer> => rawRequest(portOf(), method, path, headers, body);

const json = { 'content-type': 'application/json' };
const trade = (key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(
    'POST',
    '/session',
    { origin: `http://${own()}`, ...json, ...headers },
    JSON.stringify({ key }),
  );

const secretIn = ({ body }: Answer): string => SecretBody.parse(JSON.parse(body)).secret;
const tradeKey = async (): Promise<string> => secretIn(await trade(keyOf()));

describe('the one-time key', () => {
  it('has 256 bits, is in the fragment, and differs at each start', async () => {
    expect(host.urlWithKey).toBe(`${host.url}#key=${keyOf()}`);
    expect(Buffer.from(keyOf(), 'base64url')).toHaveLength(32);
    await host.close();
    const before = keyOf();
    host = await hosts.start();
    expect(keyOf()).not.toBe(before);
  });

  it('is traded for a secret in the response body, not for a cookie, which other ports would receive', async () => {
    const answer = await trade(keyOf());
    expect(answer.status).toBe(200);
    const secret = secretIn(answer);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secret).not.toBe(keyOf());
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.headers)).not.toContain(secret);
  });

  it('works only once', async () => {
    await trade(keyOf());
    const again = await trade(keyOf());
    expect(again.status).toBe(403);
    expect(again.body).toMatch(/^\{"message":"[^"]*once[^"]*"\}$/);
  });

  it('works after any number of wrong keys', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await trade(`${keyOf().slice(0, -1)}${nth}!`)).status).toBe(403);
    }
    expect((await trade(keyOf())).status).toBe(200);
  });

  it.each([
    ['another type', { 'content-type': 'text/plain' }, '{"key":"x"}', 415],
    ['no JSON', json, 'key', 400],
    ['another shape', json, '{"key":1}', 400],
    ['a body without end', json, `{"key":"${'x'.repeat(5_000)}"}`, 413],
  ])('is not read from %s', async (_, headers, body, status) => {
    const answer = await ask('POST', '/session', { origin: `http://${own()}`, ...headers }, body);
    expect(answer.status).toBe(status);
  });

  it('cannot be traded by a page of another origin, an opaque origin, or without an origin', async () => {
    for (const origin of [
      'http://evil.example',
      'null',
      `https://${own()}`,
      'http://127.0.0.1:1',
    ]) {
      expect((await trade(keyOf(), { origin })).status).toBe(403);
    }
    const without = await ask('POST', '/session', json, JSON.stringify({ key: keyOf() }));
    expect(without.status).toBe(403);
    // None of these requests used the key.
    expect((await trade(keyOf())).status).toBe(200);
  });
});

describe('the session', () => {
  it('can be checked by the page', async () => {
    const asked = async (authorization: string): Promise<number> =>
      (await ask('GET', '/session', { authorization })).status;
    expect((await ask('GET', '/session')).status).toBe(401);
    const secret = await tradeKey();
    expect(await asked(`Bearer ${secret}`)).toBe(204);
    expect(await asked(`Bearer ${secret}x`)).toBe(401);
    expect(await asked(`Bearer x${secret}`)).toBe(401);
    expect(await asked(secret)).toBe(401);
    expect((await ask('GET', '/session', { cookie: `hookdesk=${secret}` })).status).toBe(401);
  });

  it('ends with the host, also for the next host on the same port', async () => {
    const [secret, port] = [await tradeKey(), portOf()];
    await host.close();
    host = await hosts.start({ port });
    const authorization = `Bearer ${secret}`;
    expect((await ask('GET', '/session', { authorization })).status).toBe(401);
    expect(await open(offering(secret), { origin: `http://${own()}` })).toBe(403);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('does not support %s', async (method) => {
    const { status, headers } = await ask(method, '/session');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, POST');
  });
});

describe('the Host header', () => {
  it.each(['/', '/assets/a.js', '/session', '/rpc', '/nothing'])(
    'must name the host itself for %s',
    async (path) => {
      for (const name of [
        'evil.example',
        `evil.example:${portOf()}`,
        '127.0.0.1',
        '127.0.0.1:1',
        `127.0.0.1.:${portOf()}`,
        `0.0.0.0:${portOf()}`,
        `[::1]:${portOf()}`,
        `127.0.0.1:${portOf()}.evil.example`,
        `user@127.0.0.1:${portOf()}`,
      ]) {
        expect((await ask('GET', path, { host: name })).status, name).toBe(403);
      }
    },
  );

  it('must not be localhost, and the response names the correct address', async () => {
    const name = `localhost:${portOf()}`;
    const { status, headers, body } = await ask('GET', '/', { host: name });
    expect(status).toBe(403);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(host.url);
    expect(body).not.toContain(keyOf());
    expect((await trade(keyOf(), { host: name, origin: `http://${name}` })).status).toBe(403);
  });

  it('must match the Origin header, if there is one, on every request', async () => {
    for (const path of ['/', '/assets/a.js', '/session', '/nothing']) {
      expect((await ask('GET', path, { origin: 'http://evil.example' })).status).toBe(403);
    }
    expect((await ask('GET', '/', { origin: `http://${own()}` })).status).toBe(200);
  });
});

describe('the page', () => {
  it('has its type and content security policy, and no secret', async () => {
    const { status, headers, body } = await ask('GET', '/');
    expect(status).toBe(200);
    expect(body).toBe('<!doctype html>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ws://${own()};`);
    expect(policy).not.toContain('unsafe');
    expect(body + JSON.stringify(headers)).not.toContain(keyOf());
  });

  it('answers HEAD like GET, without the body', async () => {
    const { status, headers, body } = await ask('HEAD', '/assets/a.js');
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers['content-length']).toBe('1');
  });

  it('ignores a query', async () => {
    expect((await ask('GET', '/?x=/../y')).body).toBe('<!doctype html>');
  });

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/%252e%252e/etc/passwd',
    '//etc/passwd',
    '/\\etc\\passwd',
    '/assets',
    '/assets/',
    '/assets/a.js%00.html',
    '/__proto__',
    '/constructor',
    'http://127.0.0.1/',
    'http://evil.example/',
    '*',
  ])('is not found at %s', async (path) => {
    const { status, headers } = await ask('GET', path);
    expect(status).toBe(404);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('refuses %s', async (method) => {
    const { status, headers } = await ask(method, '/', { origin: `http://${own()}` });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('has security headers on refusals too', async () => {
    const { headers } = await ask('GET', '/', { host: 'evil.example' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

/** Opens a web socket. Returns the status of the refusal or the open socket. */
const open = (
  protocols: readonly string[],
  headers: Record<string, string>,
  path?: string,
): Promise<number | WebSocket> => rawSocket(portOf(), protocols, headers, path);

const opened = async (): Promise<WebSocket> => openSocket(portOf(), await tradeKey());

const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('close', (code) => {
      resolve(code);
    });
  });

describe('the web socket', () => {
  it('opens for a page with the secret, and does not repeat the secret', async () => {
    const socket = await opened();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    expect(socket.extensions).toBe('');
    expect(socket.protocol).toBe('hookdesk');
  });

  it('is refused without the secret, with a wrong one, and with the secret as a cookie', async () => {
    const origin = `http://${own()}`;
    const secret = await tradeKey();
    expect(await open([], { origin })).toBe(403);
    expect(await open(['hookdesk'], { origin })).toBe(403);
    expect(await open(offering('A'.repeat(43)), { origin })).toBe(403);
    expect(await open(offering(''), { origin })).toBe(403);
    expect(await open(offering(keyOf()), { origin })).toBe(403);
    const cookie = `hookdesk-${portOf()}=${secret}`;
    expect(await open(['hookdesk'], { origin, cookie })).toBe(403);
  });

  it('is refused to foreign origins and without an origin, even with the secret', async () => {
    const good = offering(await tradeKey());
    for (const origin of [
      'http://evil.example',
      'null',
      `https://${own()}`,
      `ws://${own()}`,
      `http://localhost:${portOf()}`,
      `http://127.0.0.1:${portOf() - 1}`,
    ]) {
      expect(await open(good, { origin })).toBe(403);
    }
    expect(await open(good, {})).toBe(403);
  });

  it('is refused with a foreign Host header, even with the secret', async () => {
    const good = offering(await tradeKey());
    for (const name of [`evil.example:${portOf()}`, `localhost:${portOf()}`]) {
      expect(await open(good, { host: name, origin: `http://${name}` })).toBe(403);
      expect(await open(good, { host: name, origin: `http://${own()}` })).toBe(403);
    }
  });

  it('opens at its own path only', async () => {
    const good = offering(await tradeKey());
    const headers = { origin: `http://${own()}` };
    for (const path of ['/', '/rpc/', '/session', '//rpc', '/RPC']) {
      expect(await open(good, headers, path)).toBe(403);
    }
    expect(await open(good, headers, '/rpc?x')).toBeInstanceOf(WebSocket);
    expect((await ask('GET', '/rpc', headers)).status).toBe(426);
  });

  it('closes the connection after a refusal', async () => {
    const answered = await new Promise<string>((resolve, reject) => {
      const socket = connect(portOf(), '127.0.0.1');
      let received = '';
      socket.on('data', (data) => (received += data.toString()));
      socket.on('error', reject);
      socket.on('end', () => {
        resolve(received);
      });
      socket.write(
        `GET /rpc HTTP/1.1\r\nHost: ${own()}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      );
    });
    expect(answered).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(answered).toMatch(/\r\nconnection: close\r\n/);
  });

  it.each([
    ['what is no JSON', 'hello'],
    ['a message without a path', '{"i":"1","p":{}}'],
    ['a path that leads elsewhere', '{"i":"1","p":{"u":"http://evil.example/"}}'],
    ['a stream', '{"i":"1","t":3,"p":{"e":"message"}}'],
    ['bytes', Buffer.from('{"i":"1","p":{"u":"/app/about"}}')],
  ])('is closed by %s', async (_, message) => {
    const socket = await opened();
    const code = closeOf(socket);
    socket.send(message);
    expect(await code).toBe(1008);
  });

  it('is closed by a message that is too long', async () => {
    const socket = await opened();
    const code = closeOf(socket);
    socket.send(`{"i":"1","p":{"u":"/app/about","b":"${'x'.repeat(16 * 1024 * 1024)}"}}`);
    expect(await code).toBe(1009);
    // The log has only the exceeded limit, not the message.
    const line = hosts.reported.splice(0).join('\n');
    expect(line).toContain('WS_ERR_UNSUPPORTED_MESSAGE_LENGTH');
    expect(line).not.toContain('xxx');
  });

  it('is closed when its window no longer answers', async () => {
    await host.close();
    host = await hosts.start({ heartbeat: 20 });
    const protocols = offering(await tradeKey());
    const socket = new WebSocket(`ws://${own()}/rpc`, [...protocols], {
      headers: { origin: `http://${own()}` },
      autoPong: false,
    });
    expect(await closeOf(socket)).toBe(1006);
  });
});

describe('with a development server', () => {
  const devOrigin = 'http://127.0.0.1:5999';

  it('accepts its origin, opens there, and refuses any other', async () => {
    await host.close();
    host = await hosts.start({ devOrigin });
    expect(host.urlWithKey).toBe(`${devOrigin}/#key=${keyOf()}`);
    expect((await trade(keyOf(), { origin: 'http://127.0.0.1:5998' })).status).toBe(403);
    const good = offering(secretIn(await trade(keyOf(), { origin: devOrigin })));
    expect(await open(good, { origin: 'http://127.0.0.1:5998' })).toBe(403);
    expect(await open(good, { origin: devOrigin })).toBeInstanceOf(WebSocket);
    expect((await ask('GET', '/', { host: 'localhost:5999' })).body).toContain(devOrigin);
  });
});

describe('one instance for each data folder', () => {
  it('reports the address of the first one before it composes anything', async () => {
    const second = await hosts.start().catch((error: unknown) => error);
    expect(second).toBeInstanceOf(AlreadyRunning);
    expect(second).toMatchObject({ holder: { host: 'web', address: host.url } });
    expect(hosts.composed).toBe(1);
  });

  it('starts the next one after the first has ended', async () => {
    await host.close();
    host = await hosts.start();
    expect((await ask('GET', '/')).status).toBe(200);
  });

  it('releases the folder and the composed parts when the port is in use', async () => {
    const other = mkdtempSync(join(tmpdir(), 'hookdesk-web-'));
    await expect(hosts.start({ dataFolder: other, port: portOf() })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect(hosts.closed).toBe(1);
    const free = await hosts.start({ dataFolder: other });
    await free.close();
    rmSync(other, { recursive: true });
  });
});

describe('the shutdown', () => {
  it('closes web sockets, idle connections, the core and the port', async () => {
    const socket = await opened();
    const code = closeOf(socket);
    const idle = connect(portOf(), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const idleEnd = new Promise((resolve) => idle.once('close', resolve));
    await Promise.all([host.close(), host.close()]);
    expect(await code).toBe(1001);
    await idleEnd;
    expect(hosts.closed).toBe(1);
    await expect(ask('GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(existsSync(join(hosts.folder, 'instance.json'))).toBe(false);
  });

  it('does not wait for a window that does not answer', async () => {
    const socket = await opened();
    socket.pause();
    const begun = performance.now();
    await host.close();
    expect(performance.now() - begun).toBeLessThan(4_000);
    socket.terminate();
  });
});
