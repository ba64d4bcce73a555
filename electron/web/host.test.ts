import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { AlreadyRunning } from '#adapters/data-folder/already-running.ts';
import { portsDouble } from '#core/ports.double.ts';
import { startWebHost, type WebHost, type WebHostOptions } from './host.ts';
import type { PageFile } from './page.ts';

let folder: string;
let host: WebHost;
let composed: number;
let closed: number;
const reported: string[] = [];

const text = (body: string, contentType: string): PageFile => ({
  body: Buffer.from(body),
  contentType,
  cacheControl: 'no-cache',
});
const page = new Map([
  ['/', text('<!doctype html>', 'text/html; charset=utf-8')],
  ['/assets/a.js', text('1', 'text/javascript; charset=utf-8')],
]);

const start = (options: Partial<WebHostOptions> = {}): Promise<WebHost> =>
  startWebHost({
    dataFolder: folder,
    version: '1.2.3',
    page,
    compose: () => {
      composed += 1;
      return Promise.resolve({
        ports: portsDouble(),
        notices: [],
        close: () => {
          closed += 1;
          return Promise.resolve();
        },
      });
    },
    report: (description) => reported.push(description),
    ...options,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-web-'));
  composed = 0;
  closed = 0;
  reported.length = 0;
  host = await start();
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
  expect(reported).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const portOf = (): number => Number(new URL(host.url).port);
const own = (): string => `127.0.0.1:${portOf()}`;
const keyOf = (each: WebHost = host): string => new URL(each.urlWithKey).hash.slice('#key='.length);

/** Sends a request exactly as written: neither the path nor a header is tidied. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: portOf(), method, path, headers, agent: false },
      (answer) => {
        const parts: string[] = [];
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => parts.push(part));
        answer.on('end', () => {
          const { statusCode: status = 0, headers: received } = answer;
          resolve({ status, headers: received, body: parts.join('') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const trade = (key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(
    'POST',
    '/session',
    { origin: `http://${own()}`, ...json, ...headers },
    JSON.stringify({ key }),
  );

async function cookie(): Promise<string> {
  const [set = ''] = (await trade(keyOf())).headers['set-cookie'] ?? [];
  return set.split(';', 1)[0] ?? '';
}

describe('the one-time key', () => {
  it('has 256 bits, stands in the fragment and is another at each start', async () => {
    expect(host.urlWithKey).toBe(`${host.url}#key=${keyOf()}`);
    expect(Buffer.from(keyOf(), 'base64url')).toHaveLength(32);
    await host.close();
    const before = keyOf();
    host = await start();
    expect(keyOf()).not.toBe(before);
  });

  it('is traded for a cookie that no script can read and no other site can send', async () => {
    const { status, headers, body } = await trade(keyOf());
    expect(status).toBe(204);
    expect(body).toBe('');
    expect(headers['set-cookie']).toHaveLength(1);
    expect(headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^hookdesk-${portOf()}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    expect(headers['set-cookie']?.[0]).not.toContain(keyOf());
  });

  it('works once', async () => {
    await trade(keyOf());
    const again = await trade(keyOf());
    expect(again.status).toBe(403);
    expect(again.body).toMatch(/^\{"message":"[^"]*once[^"]*"\}$/);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('is refused when it is wrong, and after five times not looked at for a minute', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const wrong = await trade(`${keyOf().slice(0, -1)}${nth}!`);
      expect(wrong.status).toBe(403);
      expect(wrong.headers['set-cookie']).toBeUndefined();
    }
    const right = await trade(keyOf());
    expect(right.status).toBe(429);
    expect(right.headers['retry-after']).toBe('60');
    expect(right.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['another type', { 'content-type': 'text/plain' }, '{"key":"x"}', 415],
    ['no JSON', json, 'key', 400],
    ['another shape', json, '{"key":1}', 400],
    ['a body without end', json, `{"key":"${'x'.repeat(5_000)}"}`, 413],
  ])('is not looked for in %s', async (_, headers, body, status) => {
    const answer = await ask('POST', '/session', { origin: `http://${own()}`, ...headers }, body);
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is of no use to a page of another origin, to one of none, or without an origin', async () => {
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
    // None of that has used it up.
    expect((await trade(keyOf())).status).toBe(204);
  });
});

describe('the session', () => {
  it('can be asked about by the page', async () => {
    expect((await ask('GET', '/session')).status).toBe(401);
    const good = await cookie();
    expect((await ask('GET', '/session', { cookie: good })).status).toBe(204);
    expect((await ask('GET', '/session', { cookie: `a=b; ${good}; c=d` })).status).toBe(204);
    expect((await ask('GET', '/session', { cookie: `${good}x` })).status).toBe(401);
    expect((await ask('GET', '/session', { cookie: `x${good}` })).status).toBe(401);
    expect((await ask('GET', '/session', { cookie: `${good}=` })).status).toBe(401);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('knows no %s', async (method) => {
    const { status, headers } = await ask(method, '/session');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, POST');
  });
});

describe('the name that the host is asked under', () => {
  it.each(['/', '/assets/a.js', '/session', '/rpc', '/nothing'])(
    'must be its own for %s',
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

  it('may be localhost, whose pages may then talk to it', async () => {
    const name = `localhost:${portOf()}`;
    expect((await ask('GET', '/', { host: name })).status).toBe(200);
    expect((await trade(keyOf(), { host: name })).status).toBe(403);
    expect((await trade(keyOf(), { host: name, origin: `http://${name}` })).status).toBe(204);
  });

  it('goes with an origin of the same name, where there is one, on every request', async () => {
    for (const path of ['/', '/assets/a.js', '/session', '/nothing']) {
      expect((await ask('GET', path, { origin: 'http://evil.example' })).status).toBe(403);
    }
    expect((await ask('GET', '/', { origin: `http://${own()}` })).status).toBe(200);
  });
});

describe('the page', () => {
  it('comes with the type and the policy that it needs, and without any secret', async () => {
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

  it('answers HEAD as GET, without the body', async () => {
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
  ])('has nothing at %s', async (path) => {
    const { status, headers } = await ask('GET', path);
    expect(status).toBe(404);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('knows no %s', async (method) => {
    const { status, headers } = await ask(method, '/', { origin: `http://${own()}` });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('sends security headers with refusals too', async () => {
    const { headers } = await ask('GET', '/', { host: 'evil.example' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

/** Opens a web socket; the status of the refusal, or the open socket. */
function open(headers: Record<string, string>, path = '/rpc'): Promise<number | WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${own()}${path}`, { headers });
    socket.on('unexpected-response', (_, answer) => {
      resolve(answer.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', reject);
    socket.on('open', () => {
      resolve(socket);
    });
  });
}

async function opened(): Promise<WebSocket> {
  const socket = await open({ cookie: await cookie(), origin: `http://${own()}` });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('close', (code) => {
      resolve(code);
    });
  });

describe('the web socket', () => {
  it('opens for the page that holds the cookie', async () => {
    const socket = await opened();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    expect(socket.extensions).toBe('');
  });

  it('is refused without the cookie, or with another', async () => {
    const origin = `http://${own()}`;
    expect(await open({ origin })).toBe(403);
    expect(await open({ origin, cookie: `hookdesk-${portOf()}=${'A'.repeat(43)}` })).toBe(403);
    expect(await open({ origin, cookie: `hookdesk-${portOf()}=` })).toBe(403);
  });

  it('is refused to foreign origins and without one, whatever the cookie', async () => {
    const good = await cookie();
    for (const origin of ['http://evil.example', 'null', `https://${own()}`, `ws://${own()}`]) {
      expect(await open({ cookie: good, origin })).toBe(403);
    }
    expect(await open({ cookie: good })).toBe(403);
  });

  it('is refused under a foreign name, whatever the cookie', async () => {
    const good = await cookie();
    const rebound = `evil.example:${portOf()}`;
    expect(await open({ cookie: good, host: rebound, origin: `http://${rebound}` })).toBe(403);
    expect(await open({ cookie: good, host: rebound, origin: `http://${own()}` })).toBe(403);
  });

  it('is nowhere but at its path', async () => {
    const headers = { cookie: await cookie(), origin: `http://${own()}` };
    for (const path of ['/', '/rpc/', '/session', '//rpc', '/RPC']) {
      expect(await open(headers, path)).toBe(403);
    }
    expect(await open(headers, '/rpc?x')).toBeInstanceOf(WebSocket);
    expect((await ask('GET', '/rpc', headers)).status).toBe(426);
  });

  it('ends the connection of what is refused, and asks for no more', async () => {
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
    // The one thing that is worth a line: which limit it was, without what was sent.
    const line = reported.splice(0).join('\n');
    expect(line).toContain('WS_ERR_UNSUPPORTED_MESSAGE_LENGTH');
    expect(line).not.toContain('xxx');
  });

  it('is cut off when its window does not answer any more', async () => {
    await host.close();
    host = await start({ heartbeat: 20 });
    const socket = new WebSocket(`ws://${own()}/rpc`, {
      headers: { cookie: await cookie(), origin: `http://${own()}` },
      autoPong: false,
    });
    expect(await closeOf(socket)).toBe(1006);
  });
});

describe('beside a development server', () => {
  const devOrigin = 'http://127.0.0.1:5999';

  it('takes that origin too, opens there, and no other', async () => {
    await host.close();
    host = await start({ devOrigin });
    expect(host.urlWithKey).toBe(`${devOrigin}/#key=${keyOf()}`);
    expect((await trade(keyOf(), { origin: 'http://127.0.0.1:5998' })).status).toBe(403);
    const [set = ''] = (await trade(keyOf(), { origin: devOrigin })).headers['set-cookie'] ?? [];
    const good = set.split(';', 1)[0] ?? '';
    expect(await open({ cookie: good, origin: 'http://127.0.0.1:5998' })).toBe(403);
    expect(await open({ cookie: good, origin: devOrigin })).toBeInstanceOf(WebSocket);
  });
});

describe('one instance for each data folder', () => {
  it('says where the first one is, before it composes anything', async () => {
    const second = await start().catch((error: unknown) => error);
    expect(second).toBeInstanceOf(AlreadyRunning);
    expect(second).toMatchObject({ holder: { host: 'web', address: host.url } });
    expect(composed).toBe(1);
  });

  it('lets the next one in when it has ended', async () => {
    await host.close();
    host = await start();
    expect((await ask('GET', '/')).status).toBe(200);
  });

  it('gives the folder and what was composed back when the port is taken', async () => {
    const other = mkdtempSync(join(tmpdir(), 'hookdesk-web-'));
    await expect(start({ dataFolder: other, port: portOf() })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect(closed).toBe(1);
    const free = await start({ dataFolder: other });
    await free.close();
    rmSync(other, { recursive: true });
  });
});

describe('the end', () => {
  it('closes web sockets, idle connections, the core and the port', async () => {
    const socket = await opened();
    const code = closeOf(socket);
    const idle = connect(portOf(), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const idleEnd = new Promise((resolve) => idle.once('close', resolve));
    await Promise.all([host.close(), host.close()]);
    expect(await code).toBe(1001);
    await idleEnd;
    expect(closed).toBe(1);
    await expect(ask('GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
  });

  it('does not wait for a window that never says good-bye', async () => {
    const socket = await opened();
    socket.pause();
    const begun = performance.now();
    await host.close();
    expect(performance.now() - begun).toBeLessThan(4_000);
    socket.terminate();
  });
});
