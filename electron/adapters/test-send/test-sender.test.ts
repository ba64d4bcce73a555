import { afterEach, describe, expect, it } from 'vitest';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { forbiddenHost } from '#domain/delivery/forbidden-address.ts';
import type { TestSendOutcome } from '#core/ports.ts';
import { factOf } from '../http/testing/problem-of.ts';
import {
  bytesServer,
  freePort,
  httpServer,
  rawServer,
  type TestServer,
} from '../http/testing/servers.ts';
import { createTestSender, type TestSenderOptions } from './test-sender.ts';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});
async function opened(server: Promise<TestServer>): Promise<TestServer> {
  const running = await server;
  open.push(running);
  return running;
}

/** Loopback replaces the receivers in these tests. Other tests check the rules for it. */
const lets = (host: string) => (host === '127.0.0.1' ? null : forbiddenHost(host));
function sender(options: Partial<TestSenderOptions> = {}) {
  const made = createTestSender({ version: '1.2.3', forbidden: lets, ...options });
  open.push({
    [Symbol.asyncDispose]: () => {
      made.close();
      return Promise.resolve();
    },
  });
  return made;
}
const post = (url: string, changes: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  method: 'POST',
  url,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: '{"text":"a"}',
  ...changes,
});
function problemOf({ problem }: TestSendOutcome) {
  if (problem === null) throw new Error('It was answered.');
  return problem;
}
const said = (answer: string | Buffer) => opened(bytesServer(answer));

/** Records the bytes of every request, and responds with 200. */
async function noting() {
  const notes: string[] = [];
  const server = await opened(
    rawServer((socket) => {
      let bytes = '';
      socket.setEncoding('latin1').on('data', (part: string) => {
        bytes += part;
        if (!bytes.includes('\r\n\r\n')) return;
        notes.push(bytes);
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    }),
  );
  return { server, notes };
}

describe('a test send', () => {
  it('equals the preview, and identifies itself as a test', async () => {
    const { server, notes } = await noting();
    const headers = [
      { name: 'X-A', value: 'Überwachung 🔔' },
      { name: 'X-B', value: '1' },
      { name: 'X-B', value: '2' },
    ];
    const request = post(`${server.baseUrl}/a%20b/%AlertID%?c=%d`, { headers, body: 'ü' });
    expect(problemOrNull(await sender().send(request, 'target'))).toBeNull();
    const [head = '', body] = (notes[0] ?? '').split('\r\n\r\n');
    const lines = head.split('\r\n');
    expect(lines[0]).toBe('POST /a%20b/%AlertID%?c=%d HTTP/1.1');
    expect(lines.slice(1).toSorted()).toEqual(
      [
        `host: 127.0.0.1:${server.port}`,
        'connection: close',
        `X-A: ${Buffer.from('Überwachung 🔔').toString('latin1')}`,
        'X-B: 1',
        'X-B: 2',
        'User-Agent: Hookdesk/1.2.3 (test)',
        'content-length: 2',
      ].toSorted(),
    );
    expect(body).toBe(Buffer.from('ü').toString('latin1'));
  });

  it('uses the user agent of the webhook, if there is one', async () => {
    const { server, notes } = await noting();
    const headers = [{ name: 'user-agent', value: 'Monitor' }];
    await sender().send(post(server.baseUrl, { headers }), 'target');
    expect(notes[0]).toContain('user-agent: Monitor\r\n');
    expect(notes[0]).not.toContain('Hookdesk');
  });

  it('shows the response', async () => {
    const server = await said(
      'HTTP/1.1 418 Teapot\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 4\r\n\r\nhé!',
    );
    const { answer, milliseconds } = await sender().send(post(server.baseUrl), 'target');
    expect(answer).toEqual({
      status: 418,
      headers: [
        { name: 'x-a', value: '1' },
        { name: 'x-a', value: '2' },
        { name: 'content-length', value: '4' },
      ],
      body: { text: 'hé!', encoding: 'utf-8', bytes: 4, truncated: false },
    });
    expect(milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('shows bytes that are not text one by one', async () => {
    const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\xff\x00a', 'latin1');
    const server = await said(answer);
    const { answer: shown } = await sender().send(post(server.baseUrl), 'target');
    expect(shown?.body).toMatchObject({ text: '\xff\x00a', encoding: 'latin-1', bytes: 3 });
  });

  it.each([301, 302, 303, 307, 308])(
    'shows a redirect of %i and does not follow it',
    async (status) => {
      const { server: there, notes } = await noting();
      const server = await said(
        `HTTP/1.1 ${status} X\r\nLocation: ${there.baseUrl}/\r\nContent-Length: 0\r\n\r\n`,
      );
      const { answer } = await sender().send(post(server.baseUrl), 'target');
      expect(answer?.status).toBe(status);
      expect(answer?.headers).toContainEqual({ name: 'location', value: `${there.baseUrl}/` });
      expect(notes).toEqual([]);
    },
  );

  it('reads only a part of a huge response, and closes the connection', async () => {
    const server = await opened(
      httpServer((_, response) => {
        const more = (): void => {
          if (response.destroyed) return;
          response.write(Buffer.alloc(64 * 1024, 'a'), more);
        };
        more();
      }),
    );
    const { answer } = await sender({ answerBytes: 1000 }).send(post(server.baseUrl), 'target');
    expect(answer?.body).toMatchObject({ text: 'a'.repeat(1000), truncated: true });
    await expect.poll(() => server.open()).toBe(0);
  });

  it('truncates a response between its characters', async () => {
    const server = await said(`HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n${'é'.repeat(4)}`);
    const { answer } = await sender({ answerBytes: 3 }).send(post(server.baseUrl), 'target');
    expect(answer?.body).toMatchObject({ text: 'é', encoding: 'utf-8', truncated: true });
  });
});

const problemOrNull = ({ problem }: TestSendOutcome) => problem;

describe('a test send without a complete response', () => {
  it('ends at its time limit, and may have arrived', async () => {
    const server = await opened(rawServer((socket) => socket.resume()));
    const outcome = await sender({ timeLimit: 500 }).send(post(server.baseUrl), 'target');
    const problem = problemOf(outcome);
    expect(problem.code).toBe('timed-out');
    expect(problem.message).toContain('(500 ms)');
    expect(problem.message).toContain('may have arrived');
    expect(factOf(problem, 'Time limit')).toBe('500 ms');
    await expect.poll(() => server.open()).toBe(0);
  });

  it('ends at its time limit within a slow response, and shows the received part', async () => {
    const stopping = await opened(
      bytesServer('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'stay'),
    );
    const trickling = await opened(
      httpServer((_, response) => {
        const timer = setInterval(() => response.write('.'), 5);
        response.once('close', () => {
          clearInterval(timer);
        });
      }),
    );
    // Enough time for the first bytes of a response on a busy computer.
    const made = sender({ timeLimit: 1_000 });
    const outcomes = await Promise.all(
      [stopping, trickling].map(({ baseUrl }) => made.send(post(baseUrl), 'target')),
    );
    const [stopped, trickled] = outcomes.map(problemOf);
    expect(stopped).toMatchObject({ code: 'timed-out', answer: { status: 200, body: 'half' } });
    expect(stopped?.message).toContain('not complete after 1 s');
    expect(trickled).toMatchObject({ code: 'timed-out', answer: { truncated: true } });
  });

  it('reports that no service is listening', async () => {
    const url = `http://127.0.0.1:${await freePort()}/secret-path`;
    const problem = problemOf(await sender().send(post(url), 'target'));
    expect(problem).toMatchObject({ code: 'unreachable', answer: null });
    expect(problem.message).toMatch(/refused the connection.*Nothing was sent\.$/);
    expect(factOf(problem, 'System code')).toBe('ECONNREFUSED');
    expect(JSON.stringify(problem)).not.toContain('secret-path');
  });

  it.each<[string, string, 'end' | 'reset', RegExp]>([
    ['closes', '', 'end', /closed the connection before it answered.*may have arrived/],
    ['resets', '', 'reset', /closed the connection before it answered.*may have arrived/],
    ['speaks something else', 'SSH-2.0\r\n\r\n', 'end', /is not valid HTTP/],
    [
      'breaks off',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab',
      'end',
      /broke during the response\.$/,
    ],
  ])('reports that the other side %s', async (_, bytes, then, words) => {
    const server = await opened(bytesServer(bytes, then));
    const problem = problemOf(await sender().send(post(server.baseUrl), 'target'));
    expect(problem.code).toBe('unreachable');
    expect(problem.message).toMatch(words);
  });

  it('shows at most 16 KiB of an invalid response, without cookies and tokens', async () => {
    const body = `{"access_token":"canary-token","text":"${'x'.repeat(40_000)}`;
    const head = 'HTTP/1.1 200 OK\r\nSet-Cookie: canary-session\r\nContent-Length: 99999';
    const server = await said(`${head}\r\n\r\n${body}`);
    const { answer } = problemOf(await sender().send(post(server.baseUrl), 'target'));
    expect(answer?.body).toHaveLength(16 * 1024);
    expect(answer?.truncated).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it('stops on cancellation, also during the DNS lookup', async () => {
    const server = await opened(rawServer((socket) => socket.resume()));
    const cancelling = new AbortController();
    const sending = sender().send(post(server.baseUrl), 'target', cancelling.signal);
    await expect.poll(() => server.connections()).toBe(1);
    cancelling.abort();
    expect(problemOf(await sending)).toMatchObject({ code: 'aborted' });
    await expect.poll(() => server.open()).toBe(0);

    const looking = new AbortController();
    const asked = Promise.withResolvers<string>();
    const slow = sender({
      resolve: (hostname) => {
        asked.resolve(hostname);
      },
    }).send(post('http://hooks.test/'), 'target', looking.signal);
    expect(await asked.promise).toBe('hooks.test');
    looking.abort();
    expect(problemOf(await slow).message).toMatch(/was cancelled\. Nothing was sent\.$/);
  });

  it('stops when Hookdesk closes', async () => {
    const server = await opened(rawServer((socket) => socket.resume()));
    const made = sender();
    const sending = made.send(post(server.baseUrl), 'target');
    await expect.poll(() => server.connections()).toBe(1);
    made.close();
    expect(problemOf(await sending).code).toBe('aborted');
  });

  it('reports a request that HTTP cannot carry', async () => {
    const { server, notes } = await noting();
    const headers = [{ name: 'Expect', value: '100-continue' }];
    const problem = problemOf(await sender().send(post(server.baseUrl, { headers }), 'target'));
    expect(problem.code).toBe('refused');
    expect(problem.message).toContain('Nothing was sent.');
    await expect.poll(() => server.open()).toBe(0);
    expect(notes).toEqual([]);
  });
});

describe('an allowed destination', () => {
  it.each([
    ['http://127.0.0.1:9/', 'this machine itself'],
    ['http://2130706433:9/', 'this machine itself'],
    ['https://[::1]:9/', 'this machine itself'],
    ['https://[::ffff:7f00:1]:9/', 'this machine itself'],
    ['http://localhost:9/', 'this machine itself'],
    ['http://169.254.169.254/latest/meta-data/', 'a cloud'],
    ['http://[fd00:ec2::254]/', 'a cloud'],
    ['http://metadata.google.internal/', 'a cloud'],
    ['http://[fe80::1]/', 'one network link'],
    ['http://0.0.0.0:9/', 'no machine'],
    ['http://224.0.0.1/', 'many machines'],
    ['http://255.255.255.255/', 'all machines'],
  ])('is not %s: %s', async (url, words) => {
    const strict = createTestSender({ version: '1.2.3' });
    const problem = problemOf(await strict.send(post(url), 'target'));
    expect(problem.code).toBe('refused');
    expect(problem.message).toContain(words);
    expect(problem.message).toContain('Nothing was sent.');
  });

  it.each([
    ['127.0.0.1', 4],
    ['::1', 6],
    ['169.254.169.254', 4],
    ['fd00:ec2::254', 6],
    ['fe80::1', 6],
    ['fe80::1%lo', 6],
    ['::ffff:169.254.169.254', 6],
    ['64:ff9b::7f00:1', 6],
    ['0.0.0.0', 4],
    ['nonsense', 4],
  ])('is not a name that resolves to %s', async (address, family) => {
    const { server, notes } = await noting();
    const strict = createTestSender({
      version: '1.2.3',
      resolve: (_hostname, _options, callback) => {
        callback(null, [{ address, family }]);
      },
    });
    const url = `http://hooks.test:${server.port}/secret-path`;
    const problem = problemOf(await strict.send(post(url), 'target'));
    expect(problem.code).toBe('refused');
    expect(factOf(problem, 'Address')).toBe(address);
    expect(JSON.stringify(problem)).not.toContain('secret-path');
    expect(server.connections()).toBe(0);
    expect(notes).toEqual([]);
  });

  it('is checked on the address of the connection, even if the name changes later', async () => {
    const { server, notes } = await noting();
    let asked = 0;
    const rebinding = sender({
      // 127.0.0.1 is an allowed receiver here, and 127.0.0.2 is a blocked address.
      resolve: (_hostname, _options, callback) => {
        asked += 1;
        callback(null, [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
      },
    });
    const url = `http://hooks.test:${server.port}/`;
    expect((await rebinding.send(post(url), 'target')).answer?.status).toBe(200);
    expect(asked).toBe(1);
    const again = problemOf(await rebinding.send(post(url), 'target'));
    expect(again.code).toBe('refused');
    expect(asked).toBe(2);
    expect(notes).toHaveLength(1);
  });

  it('is the allowed one among the addresses of a name', async () => {
    const { server, notes } = await noting();
    const mixed = sender({
      resolve: (_hostname, _options, callback) => {
        callback(null, [
          { address: 'fe80::1', family: 6 },
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]);
      },
    });
    const { answer } = await mixed.send(post(`http://hooks.test:${server.port}/`), 'target');
    expect(answer?.status).toBe(200);
    expect(notes[0]).toContain(`host: hooks.test:${server.port}\r\n`);
  });

  it('must have a name with an address', async () => {
    const unknown = sender({
      resolve: (_hostname, _options, callback) => {
        callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
      },
    });
    const problem = problemOf(await unknown.send(post('https://hooks.test/x'), 'target'));
    expect(problem.code).toBe('unreachable');
    expect(problem.message).toContain('DNS lookup for hooks.test failed: the name has no address.');
  });

  it('is this computer for the receiver only', async () => {
    const server = await opened(httpServer((_, response) => response.end('got it')));
    const strict = createTestSender({ version: '1.2.3' });
    const { answer } = await strict.send(post(server.baseUrl), 'receiver');
    expect(answer?.body.text).toBe('got it');
    expect(problemOf(await strict.send(post(server.baseUrl), 'target')).code).toBe('refused');
  });

  it('closes the connection after each test send', async () => {
    const server = await opened(httpServer((_, response) => response.end()));
    const made = sender();
    await made.send(post(server.baseUrl), 'target');
    await made.send(post(server.baseUrl), 'target');
    await expect.poll(() => server.open()).toBe(0);
    expect(server.connections()).toBe(2);
  });
});
