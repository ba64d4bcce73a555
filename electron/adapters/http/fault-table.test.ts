import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { HttpServices } from './http-services.ts';
import { Opened, routeWith, shortRoute } from './testing/clients.ts';
import { problemOf } from './testing/problem-of.ts';
import { sampleTarget, sampleToken, sampleUpdate } from './testing/samples.ts';
import {
  bytesServer,
  freePort,
  httpServer,
  rawServer,
  type TestServer,
} from './testing/servers.ts';

type Code = Problem['code'];
/** The problem codes of a read, a write and a sign-in. `null` means success. */
type Expected = readonly [read: Code, write: Code | null, signIn: Code];
type Fault = readonly [
  name: string,
  start: () => Promise<TestServer | { baseUrl: string }>,
  expected: Expected,
];

const opened = new Opened();
afterEach(() => opened.closeAll());

const password = 'canary-passw0rd';
const json = 'Content-Type: application/json';

/** Sends the same response to every request, and keeps the connection open. */
const answering = (
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
) =>
  httpServer((_, response) => {
    response.writeHead(status, headers).end(body);
  });
/** Sends chunks with pauses until the connection closes. */
const dripping = (head: string, part: string) =>
  rawServer((socket) => {
    socket.once('data', () => {
      socket.write(head);
      const timer = setInterval(() => socket.write(part), 40);
      socket.once('close', () => {
        clearInterval(timer);
      });
    });
  });
const onTls = async (server: Promise<TestServer>) => {
  const started = await opened.server(server);
  return { ...started, baseUrl: started.baseUrl.replace('http:', 'https:') };
};
const same = (code: Code): Expected => [code, code, code];
const lost: Expected = ['unreachable', 'answer-lost', 'unreachable'];
const late: Expected = ['timed-out', 'answer-lost', 'timed-out'];
const strange: Expected = ['not-the-interface', null, 'not-the-interface'];

const onTheWay: Fault[] = [
  [
    'refused',
    async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}` }),
    same('unreachable'),
  ],
  ['no such host', () => Promise.resolve({ baseUrl: 'http://host.invalid' }), same('unreachable')],
  [
    'reset before the answer',
    () => rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    lost,
  ],
  [
    'closed before the answer',
    () => rawServer((socket) => socket.once('data', () => socket.end())),
    lost,
  ],
  ['reset in the headers', () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nX-`, 'reset'), lost],
  [
    'reset in the body',
    () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n  `, 'reset'),
    ['unreachable', 'answer-lost', 'not-the-interface'],
  ],
  ['hangs at TLS', () => onTls(rawServer((socket) => socket.resume())), same('timed-out')],
  ['hangs before the headers', () => rawServer((socket) => socket.resume()), late],
  [
    'hangs in the body',
    () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n  `, 'stay'),
    ['timed-out', 'answer-lost', 'not-the-interface'],
  ],
  ['drips headers', () => dripping('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), late],
  ['drips interim answers', () => dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), late],
  [
    'drips a body',
    () => dripping(`HTTP/1.1 200 OK\r\n${json}\r\n\r\n `, ' '),
    ['timed-out', 'answer-lost', 'not-the-interface'],
  ],
  [
    'speaks no TLS',
    () => onTls(bytesServer('HTTP/1.1 400 Bad Request\r\n\r\n')),
    same('unreachable'),
  ],
  [
    'speaks no HTTP',
    () => bytesServer('SSH-2.0-OpenSSH_9.2\r\n'),
    ['not-the-interface', 'answer-lost', 'not-the-interface'],
  ],
  [
    'has endless headers',
    () => dripping(`HTTP/1.1 200 OK\r\n`, `X-A: ${'b'.repeat(20_000)}\r\n`),
    ['not-the-interface', 'answer-lost', 'not-the-interface'],
  ],
];

const statuses: Fault[] = (
  [
    [401, same('unauthorized')],
    [403, ['forbidden', 'answer-lost', 'forbidden']],
    [404, ['not-found', 'answer-lost', 'not-found']],
    [405, ['rejected', 'rejected', 'not-found']],
    [408, ['timed-out', 'answer-lost', 'timed-out']],
    [409, ['rejected', 'answer-lost', 'rejected']],
    [413, same('rejected')],
    [429, same('rejected')],
    [500, same('server-failed')],
    [502, same('server-failed')],
    [503, same('server-failed')],
  ] as const
).map(([status, expected]) => [`status ${status}`, () => answering(status), expected]);

const bodies: Fault[] = [
  [
    'an HTML page',
    () => answering(200, { 'content-type': 'text/html' }, '<title>Hi</title>'),
    ['not-the-interface', 'answer-lost', 'not-the-interface'],
  ],
  ['nothing', () => answering(200), strange],
  [
    'nothing yet',
    () => answering(202, { 'content-type': 'application/json' }, '{}'),
    ['not-the-interface', 'answer-lost', 'not-the-interface'],
  ],
  [
    'another shape',
    () => answering(200, { 'content-type': 'application/json' }, '"results"'),
    strange,
  ],
  [
    'text that is not UTF-8',
    () => answering(200, {}, Buffer.from('[{"name":"ä"}]', 'latin1')),
    strange,
  ],
  [
    'more than it announces',
    () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 5\r\n\r\n[{"id":1}]`),
    strange,
  ],
  [
    'less than it announces',
    () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 50\r\n\r\n  `),
    ['unreachable', 'answer-lost', 'not-the-interface'],
  ],
  [
    'two lengths',
    () =>
      bytesServer(
        `HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n[]    `,
      ),
    ['not-the-interface', 'answer-lost', 'not-the-interface'],
  ],
  [
    'a gzip bomb',
    () => answering(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024))),
    strange,
  ],
];

async function endingOf(work: Promise<unknown>): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(JSON.stringify(error.problem)).not.toMatch(/canary/);
    return error.problem;
  }
}

/** Runs every operation at once, and returns how each ended. */
async function endings(http: HttpServices, baseUrl: string, route = routeWith()) {
  const target = sampleTarget(baseUrl, { route });
  const [list, read, write, signIn] = await Promise.all([
    endingOf(http.webhooks.list(target, {})),
    endingOf(http.webhooks.read(target, 7, {})),
    endingOf(http.webhooks.send(target, sampleUpdate)),
    endingOf(http.signIn.signIn(target, { username: 'ada', password })),
  ]);
  return { list, read, write, signIn };
}

const codesOf = (ended: Awaited<ReturnType<typeof endings>>) =>
  Object.fromEntries(Object.entries(ended).map(([work, problem]) => [work, problem?.code ?? null]));

async function leavesNothing(http: HttpServices, server: object): Promise<void> {
  if (!('open' in server) || typeof server.open !== 'function') return;
  const { open } = server as TestServer;
  expect(open()).toBeLessThanOrEqual(4);
  await http.close();
  await expect.poll(open).toBe(0);
}

const start = async ([, starting]: Fault) => {
  const server = await starting();
  return 'open' in server ? opened.server(Promise.resolve(server)) : server;
};

describe('a fault has the same code in each operation, and leaves no connection', () => {
  it.each([...onTheWay, ...statuses, ...bodies])('%s', async (...fault) => {
    const [, , [read, write, signIn]] = fault;
    const server = await start(fault);
    const http = opened.http();
    const route = read === 'timed-out' ? shortRoute() : routeWith();
    const ended = codesOf(await endings(http, server.baseUrl, route));
    expect(ended).toEqual({ list: read, read, write, signIn });
    await leavesNothing(http, server);
  });

  it('reset when connected: a write reports whether it may have been sent', async () => {
    const server = await opened.server(rawServer((socket) => socket.resetAndDestroy()));
    const ended = await endings(opened.http(), server.baseUrl);
    expect(codesOf({ ...ended, write: null })).toEqual({
      list: 'unreachable',
      read: 'unreachable',
      write: null,
      signIn: 'unreachable',
    });
    // Timing decides which of the two happens.
    const mayBe = ended.write?.code === 'answer-lost';
    const said = `${ended.write?.message} ${ended.write?.advice}`;
    expect(said).toContain(mayBe ? 'may have been applied' : 'Nothing was sent.');
  });

  it.each(
    [301, 302, 303, 307, 308].flatMap((status) =>
      (['the same', 'another'] as const).map((origin) => [status, origin] as const),
    ),
  )('%i to %s origin is reported and not followed', async (status, origin) => {
    const elsewhere = await opened.server(answering(200));
    const server = await opened.server(
      httpServer((request, response) => {
        const base = origin === 'another' ? elsewhere.baseUrl : '';
        expect(request.url).not.toBe('/moved');
        response.writeHead(status, { Location: `${base}/moved` }).end();
      }),
    );
    const http = opened.http();
    expect(codesOf(await endings(http, server.baseUrl))).toEqual({
      list: 'redirected',
      read: 'redirected',
      write: 'answer-lost',
      signIn: 'redirected',
    });
    expect(elsewhere.connections()).toBe(0);
    await leavesNothing(http, server);
  });
});

describe('a body of 400 MiB', () => {
  const whole = 400 * 1024 * 1024;
  const part = Buffer.from(`{"name":"${'x'.repeat(1024 * 1024)}"},`);

  /** Sends until the client stops. Records the bytes sent and the peak memory. */
  async function endless(headers: Record<string, string>) {
    const seen = { sent: 0, memory: 0 };
    const server = await opened.server(
      httpServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).write('[');
        const more = (): void => {
          const { arrayBuffers } = process.memoryUsage();
          seen.memory = Math.max(seen.memory, arrayBuffers);
          while (seen.sent < whole && !response.destroyed) {
            seen.sent += part.length;
            if (!response.write(part)) break;
          }
        };
        response.on('drain', more);
        more();
      }),
    );
    return { server, seen };
  }

  it.each([
    ['announced', { 'content-length': String(whole) }, 16],
    ['not announced', {}, 64 + 16],
  ])('%s is aborted without buffering it', async (_, headers, mebibytes) => {
    const { server, seen } = await endless(headers);
    const before = process.memoryUsage().arrayBuffers;
    const http = opened.http();
    const route = routeWith();
    const problem = await problemOf(
      http.webhooks.list(sampleTarget(server.baseUrl, { route }), {}),
    );
    expect(problem.code).toBe('too-large');
    expect(problem.message).toContain('64 MiB');
    await expect.poll(() => server.open()).toBe(0);
    expect(seen.sent).toBeLessThan(mebibytes * 1024 * 1024);
    expect(seen.memory - before).toBeLessThan(48 * 1024 * 1024);
  });
});

it('the auth token and the password are sent only to the origin of the address', async () => {
  const received: string[] = [];
  const server = await opened.server(
    httpServer((request, response) => {
      received.push(String(request.headers['x-auth-token']));
      response.writeHead(404).end();
    }),
  );
  await endings(opened.http(), server.baseUrl);
  expect(received.toSorted()).toEqual([sampleToken, sampleToken, sampleToken, 'undefined']);
});
