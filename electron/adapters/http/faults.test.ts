import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '#core/ports.ts';
import type { Limits } from '#domain/installation/limits.ts';
import type { PlainProblemCode } from '#domain/problem.ts';
import type { HttpOptions } from './http-services.ts';
import { Opened, shortRoute } from './testing/clients.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import {
  sampleCreate,
  sampleDelete,
  sampleTarget,
  sampleToken,
  sampleUpdate,
} from './testing/samples.ts';
import {
  bytesServer,
  freePort,
  httpServer,
  rawServer,
  type TestServer,
} from './testing/servers.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

/** The limits of the connection, shortened for tests, and fixed ones. */
const target = (baseUrl: string, limits: Partial<Limits> = {}, changes: Partial<Target> = {}) =>
  sampleTarget(baseUrl, { route: shortRoute(limits), ...changes });
const client = (limits: HttpOptions['limits'] = {}) => opened.http({ limits }).webhooks;
const answering = <Started extends TestServer>(server: Promise<Started>) => opened.server(server);
const http = (status: string, headers: string[], body = ''): string =>
  [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
const json = 'Content-Type: application/json';
const html = 'Content-Type: text/html; charset=utf-8';
const loginPage = '<!doctype html><html><head><title>Sign in &amp; go</title></head></html>';

describe('a failed connection', () => {
  it('is unreachable when refused, and a write reports that nothing was sent', async () => {
    const there = target(`http://127.0.0.1:${await freePort()}`);
    const service = client();
    const read = await problemOf(service.list(there, {}));
    expect(read.code).toBe('unreachable');
    expect(read.message).toContain('refused the connection');
    expect(factOf(read, 'System code')).toBe('ECONNREFUSED');
    expect(factOf(read, 'Host')).toBe('127.0.0.1');
    const write = await problemOf(service.send(there, sampleUpdate));
    expect(write.code).toBe('unreachable');
    expect(write.message).toContain('Nothing was sent.');
  });

  it('is unreachable when the name has no address', async () => {
    const problem = await problemOf(
      client().list(target('http://host.invalid', { connectMilliseconds: 10_000 }), {}),
    );
    expect(problem.code).toBe('unreachable');
    expect(problem.message).toContain('host.invalid');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(factOf(problem, 'System code'));
  });

  it('is timed-out when TLS never starts, and a write reports that nothing was sent', async () => {
    const silent = await answering(rawServer(() => undefined));
    const there = target(silent.baseUrl.replace('http:', 'https:'));
    const service = client();
    const read = await problemOf(service.read(there, 7, {}));
    expect(read.code).toBe('timed-out');
    expect(factOf(read, 'Time limit')).toBe('300 ms');
    const write = await problemOf(service.send(there, sampleCreate));
    expect(write.code).toBe('timed-out');
    expect(write.message).toContain('Nothing was sent.');
  });

  it('is unreachable when the other side does not speak TLS', async () => {
    const plain = await answering(bytesServer('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const there = target(plain.baseUrl.replace('http:', 'https:'));
    const problem = await problemOf(client().list(there, {}));
    expect(problem.code).toBe('unreachable');
    expect(problem.message).toContain('does not use TLS');
  });
});

describe('a lost response', () => {
  const cases: [string, () => Promise<TestServer>, PlainProblemCode, string][] = [
    [
      'closed before it',
      () => rawServer((socket) => socket.once('data', () => socket.end())),
      'unreachable',
      'before it answered',
    ],
    [
      'reset before it',
      () => rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
      'unreachable',
      'before it answered',
    ],
    [
      'reset in the middle',
      () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n[{"id":`, 'reset'),
      'unreachable',
      'during the response',
    ],
    [
      'ended in the middle',
      () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n[{"id":`),
      'unreachable',
      'during the response',
    ],
    [
      'chunked and ended in the middle',
      () =>
        bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n[{"id"`),
      'unreachable',
      'during the response',
    ],
    ['never begun', () => rawServer((socket) => socket.resume()), 'timed-out', '(300 ms)'],
    [
      'stopped in the middle',
      () => bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n[`, 'stay'),
      'timed-out',
      'was not complete after 300 ms',
    ],
    [
      'not HTTP',
      () => bytesServer('SSH-2.0-OpenSSH_9.2\r\n'),
      'not-the-interface',
      'is not valid HTTP',
    ],
  ];

  it.each(cases)('%s: a read reports the reason', async (_, start, code, words) => {
    const { baseUrl } = await answering(start());
    const problem = await problemOf(client().list(target(baseUrl), {}));
    expect(problem).toMatchObject({ code });
    expect(problem.message).toContain(words);
  });

  it.each(cases)('%s: a write may have been applied', async (_, start, __, words) => {
    const { baseUrl } = await answering(start());
    const service = client();
    const problems = await Promise.all([
      problemOf(service.send(target(baseUrl), sampleUpdate)),
      problemOf(service.send(target(baseUrl), sampleCreate)),
      problemOf(service.send(target(baseUrl), sampleDelete)),
    ]);
    for (const problem of problems) {
      expect(problem).toMatchObject({ code: 'answer-lost' });
      expect(problem.message).toContain(words);
      expect(problem.advice).toContain('Refresh');
    }
  });

  it('drips: a read ends at the time limit of the body', async () => {
    const dripping = await answering(
      httpServer((_, response) => {
        response.setHeader('content-type', 'application/json').write('[');
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => {
          clearInterval(timer);
        });
      }),
    );
    const problem = await problemOf(
      client().list(target(dripping.baseUrl, { bodyMilliseconds: 400 }), {}),
    );
    expect(problem.code).toBe('timed-out');
    expect(factOf(problem, 'Time limit')).toBe('400 ms');
  });
});

describe('a response with another status', () => {
  const cases: [string, string[], string, PlainProblemCode, RegExp][] = [
    ['401 Unauthorized', [], '', 'unauthorized', /rejected the auth token/],
    ['403 Forbidden', [], '{}', 'forbidden', /does not allow/],
    ['400 Bad Request', [], '', 'rejected', /an empty answer/],
    [
      '422 Unprocessable Content',
      [html],
      loginPage,
      'rejected',
      /an HTML page titled “Sign in & go”/,
    ],
    ['429 Too Many Requests', ['Retry-After: 7'], '', 'rejected', /Too many/],
    ['500 Internal Server Error', [], '', 'server-failed', /status 500/],
    ['503 Service Unavailable', [], '', 'server-failed', /temporarily unavailable/],
    [
      '302 Found',
      ['Location: https://login.example.com/'],
      '',
      'redirected',
      /https:\/\/login.example.com\//,
    ],
    ['308 Permanent Redirect', [], '', 'redirected', /another address/],
    ['304 Not Modified', [], '', 'redirected', /another address/],
  ];

  it.each(cases)('%s', async (status, headers, body, code, words) => {
    const server = await answering(bytesServer(http(status, headers, body)));
    // A redirected write may have been applied before.
    const ofWrite = code === 'redirected' ? 'answer-lost' : code;
    for (const [expected, work] of [
      [code, () => client().list(target(server.baseUrl), {})],
      [ofWrite, () => client().send(target(server.baseUrl), sampleUpdate)],
    ] as const) {
      const problem = await problemOf(work());
      expect(problem).toMatchObject({ code: expected });
      expect(problem.message).toMatch(words);
      expect(factOf(problem, 'Status')).toBe(status.slice(0, 3));
      expect(problem.answer?.status).toBe(Number(status.slice(0, 3)));
    }
  });

  it('401 without a token requests one', async () => {
    const server = await answering(bytesServer(http('401 Unauthorized', [])));
    const problem = await problemOf(
      client().list(target(server.baseUrl, {}, { authToken: null }), {}),
    );
    expect(problem.message).toContain('none is sent');
  });

  it('303 to a write leaves its outcome unknown', async () => {
    const server = await answering(bytesServer(http('303 See Other', ['Location: /done'])));
    const problem = await problemOf(client().send(target(server.baseUrl), sampleUpdate));
    expect(problem.code).toBe('answer-lost');
    expect(problem.message).toContain('/done');
  });

  it('404 for a list names the API root and the address, and for a webhook reports it as deleted', async () => {
    const server = await answering(bytesServer(http('404 Not Found', [html], loginPage)));
    const list = await problemOf(client().list(target(server.baseUrl), {}));
    expect(list.code).toBe('not-found');
    expect(list.message).toContain(`${server.baseUrl}/api/v6/webhook/`);
    expect(list.message).toContain('The API root is probably wrong');
    const created = await problemOf(client().send(target(server.baseUrl), sampleCreate));
    expect(created.message).toContain('The API root is probably wrong');
    const item = await problemOf(client().read(target(server.baseUrl), 7, {}));
    expect(item).toMatchObject({ code: 'not-found' });
    expect(item.message).toContain('Webhook 7 no longer exists');
  });

  it('shows problem details as facts', async () => {
    const body = JSON.stringify({
      title: 'Invalid',
      detail: 'The body does not fit.',
      errors: [{ pointer: '/name', detail: 'must not be empty' }, { pointer: 7 }, 'odd'].slice(
        0,
        2,
      ),
    });
    const server = await answering(
      bytesServer(http('400 Bad Request', ['Content-Type: application/problem+json'], body)),
    );
    const problem = await problemOf(client().send(target(server.baseUrl), sampleUpdate));
    expect(problem.code).toBe('rejected');
    expect(problem.message).toContain('The body does not fit.');
    expect(factOf(problem, 'At /name')).toBe('must not be empty');
    expect(problem.answer?.body).toBe(body);
  });

  it('is reported by its status even if its body never arrives', async () => {
    const server = await answering(
      bytesServer('HTTP/1.1 401 Unauthorized\r\nContent-Length: 9\r\n\r\nonly', 'stay'),
    );
    const problem = await problemOf(client().list(target(server.baseUrl), {}));
    expect(problem.code).toBe('unauthorized');
    expect(problem.answer).toMatchObject({ body: 'only', truncated: true });
  });
});

describe('a response with status 200 from another interface', () => {
  const utf16 = Buffer.from('[{"name":"ä"}]', 'utf16le');
  const latin1 = Buffer.from('[{"name":"ä"}]', 'latin1');
  it.each([
    ['an HTML page', html, loginPage, 'an HTML page titled “Sign in & go”'],
    ['an HTML page without a type', 'X-A: b', loginPage, 'an HTML page titled “Sign in & go”'],
    ['an HTML page without a title', html, '<p>hello', 'an HTML page without a title'],
    ['nothing', json, '', 'an empty answer'],
    ['spaces', json, '  \n ', 'nothing but spaces'],
    ['text', 'Content-Type: text/plain', 'It works', 'text that is not JSON'],
    ['XML', 'Content-Type: application/xml', '<?xml version="1.0"?><a/>', 'an XML document'],
    ['an object', json, '{"results":[]}', 'a JSON object'],
    ['a string', json, '"hello"', 'a single JSON value'],
    ['damaged JSON', json, '[{"id":1},]', 'JSON that is damaged'],
    ['JSON that stops', json, '[{"id":1}', 'JSON that is damaged'],
    ['JSON and more', json, '[{"id":1}] []', 'JSON that is damaged'],
    ['Latin-1', json, latin1, 'text that is not in UTF-8'],
    ['UTF-16', json, utf16, 'binary data'],
    ['compressed', 'Content-Encoding: gzip', 'xx', 'an answer compressed with “gzip”'],
  ])('%s', async (_, header, body, words) => {
    const head = `HTTP/1.1 200 OK\r\n${header}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const server = await answering(
      bytesServer(Buffer.concat([Buffer.from(head), Buffer.from(body)])),
    );
    const problem = await problemOf(client().list(target(server.baseUrl), {}));
    expect(problem.code).toBe('not-the-interface');
    expect(problem.message).toContain(words);
  });

  it.each([
    ['[{"id":1},"two"]', '/1', 'an object', 'a string'],
    ['[{"id":1},null]', '/1', 'an object', 'null'],
    [`[${'['.repeat(5000)}`, 'the top', 'nothing nested deeper than 100 levels', 'more'],
  ])('JSON of another shape: %.40s', async (body, where, expected, found) => {
    const server = await answering(bytesServer(http('200 OK', [json], body)));
    const problem = await problemOf(client().list(target(server.baseUrl), {}));
    expect(problem.code).toBe('not-the-interface');
    expect(factOf(problem, 'Where')).toBe(where);
    expect(factOf(problem, 'Expected')).toBe(expected);
    expect(factOf(problem, 'Found')).toBe(found);
  });

  it('a webhook with another id than the requested one', async () => {
    const server = await answering(bytesServer(http('200 OK', [json], '{"id":8}')));
    const problem = await problemOf(client().read(target(server.baseUrl), 7, {}));
    expect(problem.code).toBe('not-the-interface');
    expect(factOf(problem, 'Where')).toBe('/id');
  });

  it('an HTML page in response to a write leaves its outcome unknown', async () => {
    const server = await answering(bytesServer(http('200 OK', [html], loginPage)));
    const problem = await problemOf(client().send(target(server.baseUrl), sampleUpdate));
    expect(problem.code).toBe('answer-lost');
    expect(problem.message).toContain('an HTML page titled “Sign in & go”');
  });

  it('shows at most 16 KiB of its body', async () => {
    const server = await answering(bytesServer(http('200 OK', [json], 'x'.repeat(100_000))));
    const problem = await problemOf(client().list(target(server.baseUrl), {}));
    expect(problem.answer?.body).toHaveLength(16 * 1024);
    expect(problem.answer?.truncated).toBe(true);
  });
});

describe('a response that is too large', () => {
  it('is aborted by its announced length and by its real length', async () => {
    const announced = await answering(
      bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 5000\r\n\r\n[`, 'stay'),
    );
    const endless = await answering(
      httpServer((_, response) => {
        response.setHeader('content-type', 'application/json').write('[');
        const more = (): void => {
          while (response.writable && response.write('{},'.repeat(100)));
        };
        response.on('drain', more);
        more();
      }),
    );
    for (const { baseUrl } of [announced, endless]) {
      const problem = await problemOf(
        client().list(
          target(baseUrl, {
            bodyBytes: 4096,
            headersMilliseconds: 10_000,
            bodyMilliseconds: 10_000,
          }),
          {},
        ),
      );
      expect(problem.code).toBe('too-large');
      expect(factOf(problem, 'Limit')).toBe('4 KiB');
    }
  });

  it('is aborted when the list is too long', async () => {
    const server = await answering(bytesServer(http('200 OK', [json], `[${'{},'.repeat(20)}{}]`)));
    const service = client({ webhooks: 20 });
    const problem = await problemOf(service.list(target(server.baseUrl), {}));
    expect(problem.code).toBe('too-large');
    expect(factOf(problem, 'Limit')).toBe('20 webhooks');
  });
});

describe('a cancellation', () => {
  it('ends a read while it connects, waits or reads', async () => {
    const silent = await answering(rawServer((socket) => socket.resume()));
    const half = await answering(
      bytesServer(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 99\r\n\r\n[`, 'stay'),
    );
    const service = client();
    const long = { connectMilliseconds: 5000, headersMilliseconds: 5000, bodyMilliseconds: 5000 };
    for (const baseUrl of [
      silent.baseUrl.replace('http:', 'https:'),
      silent.baseUrl,
      half.baseUrl,
    ]) {
      const signal = AbortSignal.timeout(50);
      const problem = await problemOf(service.list(target(baseUrl, long), { signal }));
      expect(problem.code).toBe('aborted');
    }
  });

  it('before the start sends nothing', async () => {
    const server = await answering(rawServer((socket) => socket.resume()));
    const service = client();
    const there = target(server.baseUrl);
    for (const work of [
      () => service.list(there, { signal: AbortSignal.abort() }),
      () => service.send(there, sampleUpdate, AbortSignal.abort()),
    ]) {
      expect(await problemOf(work())).toMatchObject({ code: 'aborted' });
    }
    expect(server.connections()).toBe(0);
  });

  it('of a sent write leaves its outcome unknown', async () => {
    const silent = await answering(rawServer((socket) => socket.resume()));
    const problem = await problemOf(
      client().send(target(silent.baseUrl), sampleUpdate, AbortSignal.timeout(50)),
    );
    expect(problem.code).toBe('answer-lost');
  });

  it('of a write without a connection is certain: it is never sent later', async () => {
    let received = '';
    const slow = await answering(
      rawServer((socket) => socket.on('data', (data) => (received += data.toString()))),
    );
    const there = target(slow.baseUrl.replace('http:', 'https:'));
    const problem = await problemOf(client().send(there, sampleUpdate, AbortSignal.timeout(50)));
    expect(problem.code).toBe('aborted');
    expect(problem.message).toContain('Nothing was sent.');
    expect(received).not.toContain(sampleToken);
  });
});
