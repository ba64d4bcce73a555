import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Route } from '#core/ports.ts';
import { certificate } from './testing/certificates.ts';
import { Opened, routeWith, shortRoute } from './testing/clients.ts';
import { type ConnectProxy, connectProxy } from './testing/connect-proxy.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import { sampleTarget, sampleToken, sampleUpdate } from './testing/samples.ts';
import {
  bytesServer,
  freePort,
  httpServer,
  httpsServer,
  rawServer,
  type TestServer,
} from './testing/servers.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const own = (url: string, username = '', password: string | null = null): Route['proxy'] => ({
  kind: 'own',
  url,
  username,
  password,
});
const installation = () =>
  opened.server(
    httpServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('[{"id":1}]');
    }),
  );
/** Discards input, sends nothing, and ends with the other side. */
const untilGivenUp = (socket: Socket): void => {
  socket.resume().once('end', () => socket.end());
};
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('a proxy of the connection', () => {
  it('receives only CONNECT, also for plain http and for this computer', async () => {
    const server = await installation();
    const proxy = await opened.server(connectProxy());
    const target = sampleTarget(server.baseUrl, {
      route: routeWith({ proxy: own(proxy.baseUrl) }),
    });
    await opened.http().webhooks.list(target, {});
    const way = `CONNECT 127.0.0.1:${server.port}`;
    expect(proxy.asked).toEqual([{ request: way, credentials: null }]);
    // Over plain http the token passes through the tunnel, visible to every host on the way.
    expect(proxy.passed()).toContain(sampleToken);
  });

  it('receives user name and password in UTF-8', async () => {
    const server = await installation();
    const credentials = basic('ädä:gehe:im€');
    const proxy = await opened.server(connectProxy({ credentials }));
    const route = routeWith({ proxy: own(proxy.baseUrl, 'ädä', 'gehe:im€') });
    await opened.http().webhooks.list(sampleTarget(server.baseUrl, { route }), {});
    expect(proxy.asked).toEqual([{ request: expect.any(String) as string, credentials }]);
  });

  it('opens one tunnel for many requests', async () => {
    const server = await installation();
    const proxy = await opened.server(connectProxy());
    const target = sampleTarget(server.baseUrl, {
      route: routeWith({ proxy: own(proxy.baseUrl) }),
    });
    const { webhooks } = opened.http();
    for (let count = 0; count < 10; count += 1) await webhooks.list(target, {});
    // The second connection may open before the first request has finished.
    expect(proxy.asked.length).toBeLessThanOrEqual(2);
  });

  it.each(['ftp://proxy.test', 'socks5://proxy.test', 'http://', 'not an address'])(
    'opens no connection for %s',
    async (url) => {
      const server = await installation();
      const route = routeWith({ proxy: own(url) });
      const problem = await problemOf(
        opened.http().webhooks.list(sampleTarget(server.baseUrl, { route }), {}),
      );
      expect(problem.code).toBe('proxy-failed');
      expect(problem.message).toContain('not the address of an HTTP proxy');
      expect(server.connections()).toBe(0);
    },
  );
});

describe('a failed tunnel', { tags: 'slow' }, () => {
  const answering =
    (status: string, ...headers: string[]) =>
    () =>
      connectProxy({
        instead: (socket) =>
          socket.end([`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 0', '', ''].join('\r\n')),
      });
  const unreachable = async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}` });

  it.each<[string, () => Promise<TestServer | { baseUrl: string }>, string, string]>([
    ['no service is listening', unreachable, 'proxy-failed', 'refused the connection'],
    [
      'no such host',
      () => Promise.resolve({ baseUrl: 'http://proxy.invalid:3128' }),
      'proxy-failed',
      'DNS lookup for the proxy proxy.invalid:3128 failed',
    ],
    [
      'never TLS',
      async () => ({
        baseUrl: (await opened.server(rawServer(() => undefined))).baseUrl.replace('http', 'https'),
      }),
      'proxy-failed',
      '(300 ms)',
    ],
    [
      'no TLS',
      async () => ({
        baseUrl: (await opened.server(bytesServer('HTTP/1.1 400 Bad\r\n\r\n'))).baseUrl.replace(
          'http',
          'https',
        ),
      }),
      'proxy-failed',
      'does not use TLS',
    ],
    [
      'untrusted',
      async () => opened.server(connectProxy({ tls: await certificate() })),
      'proxy-failed',
      'is not accepted. Not signed by a trusted certificate authority.',
    ],
    [
      'wants a password',
      answering('407 No', 'Proxy-Authenticate: Basic realm="a, b"'),
      'proxy-failed',
      'requires a valid user name and password (Basic)',
    ],
    [
      'wants something unknown',
      answering('407 No', 'Proxy-Authenticate: Negotiate', 'Proxy-Authenticate: NTLM'),
      'proxy-failed',
      '(Negotiate, NTLM)',
    ],
    ['refuses', answering('403 Forbidden'), 'proxy-failed', 'does not forward'],
    [
      'leads on',
      answering('302 Found', 'Location: http://login.test/'),
      'proxy-failed',
      'does not forward',
    ],
    [
      'switches',
      answering('101 Switching Protocols', 'Upgrade: a', 'Connection: upgrade'),
      'proxy-failed',
      'does not forward',
    ],
    ['does not reach', answering('502 Bad Gateway'), 'unreachable', 'does not reach'],
    ['is too slow', answering('504 Gateway Timeout'), 'unreachable', 'does not reach'],
    ['hangs', () => connectProxy({ instead: untilGivenUp }), 'timed-out', 'could not reach'],
    [
      'closes',
      () => connectProxy({ instead: (socket) => socket.end() }),
      'proxy-failed',
      'closed the connection',
    ],
    [
      'resets',
      () => connectProxy({ instead: (socket) => socket.resetAndDestroy() }),
      'proxy-failed',
      'closed the connection',
    ],
    ['no HTTP', () => bytesServer('SSH-2.0-OpenSSH_9.2\r\n'), 'proxy-failed', 'is not valid HTTP'],
  ])('reports %s', async (_, start, code, words) => {
    const server = await installation();
    const started = await start();
    const { baseUrl } = started;
    const route = shortRoute({}, { proxy: own(baseUrl, 'ada', 'proxy-password') });
    const http = opened.http();
    const target = sampleTarget(server.baseUrl, { route });
    for (const work of [
      () => http.webhooks.list(target, {}),
      () => http.webhooks.send(target, sampleUpdate),
      () => http.signIn.signIn(target, { username: 'ada', password: 'sign-in-password' }),
    ]) {
      const problem = await problemOf(work());
      expect(problem.message).toContain(words);
      expect(problem.code).toBe(code);
      expect(factOf(problem, 'Proxy')).toBe(new URL(baseUrl).host);
      expect(JSON.stringify(problem)).not.toMatch(/proxy-password|sign-in-password|canary/);
      expect(problem.message.includes('Nothing was sent.')).toBe(problem.message.endsWith('sent.'));
    }
    expect(server.connections()).toBe(0);
    if ('open' in started) await expect.poll(started.open).toBe(0);
  });

  it('to an unreachable host differs from an unreachable proxy', async () => {
    const proxy = await opened.server(connectProxy());
    const route = shortRoute({}, { proxy: own(proxy.baseUrl) });
    const target = sampleTarget(`http://127.0.0.1:${await freePort()}`, { route });
    const problem = await problemOf(opened.http().webhooks.list(target, {}));
    expect(problem.code).toBe('unreachable');
    expect(factOf(problem, 'Status of the proxy')).toBe('502');
  });

  it('is cancelled during CONNECT', async () => {
    const cancelled = new AbortController();
    const proxy = await opened.server(
      connectProxy({
        instead: () => {
          cancelled.abort();
        },
      }),
    );
    const target = sampleTarget('http://monitor.test', {
      route: routeWith({ proxy: own(proxy.baseUrl) }),
    });
    const { signal } = cancelled;
    const problem = await problemOf(opened.http().webhooks.list(target, { signal }));
    expect(problem.code).toBe('aborted');
  });
});

describe('the system proxy', () => {
  const password = 'environment-password';
  async function started(): Promise<{ proxy: ConnectProxy; url: string }> {
    const proxy = await opened.server(connectProxy({ credentials: basic(`ada:${password}`) }));
    return { proxy, url: `http://ada:${password}@127.0.0.1:${proxy.port}` };
  }
  const system = { proxy: { kind: 'system' as const } };

  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
    'from %s is used for an installation',
    async (name) => {
      const pair = await certificate({ hosts: ['monitor.test'] });
      const server = await opened.server(
        httpsServer(pair, (_, response) => {
          response.setHeader('content-type', 'application/json').end('[]');
        }),
      );
      const { proxy, url } = await started();
      const trust = { kind: 'ca-file' as const, fileName: 'ca.pem', pem: pair.cert };
      const target = sampleTarget(`https://monitor.test:${server.port}`, {
        route: routeWith({ ...system, trust }),
      });
      await opened.http({ environment: { [name]: url } }).webhooks.list(target, {});
      expect(proxy.asked.map(({ request }) => request)).toEqual([
        `CONNECT monitor.test:${server.port}`,
      ]);
    },
  );

  it('is not used for NO_PROXY hosts, for this computer, or for a connection without proxy', async () => {
    const server = await installation();
    const { proxy, url } = await started();
    const { webhooks } = opened.http({
      environment: { http_proxy: url, NO_PROXY: '.invalid' },
    });
    await webhooks.list(sampleTarget(server.baseUrl, { route: routeWith(system) }), {});
    for (const [baseUrl, proxyKind] of [
      ['http://host.invalid', 'system'],
      ['http://other.invalid', 'none'],
    ] as const) {
      const route = routeWith({ proxy: { kind: proxyKind } });
      const problem = await problemOf(webhooks.list(sampleTarget(baseUrl, { route }), {}));
      expect(factOf(problem, 'Proxy')).toBeNull();
    }
    expect(proxy.asked).toEqual([]);
  });

  /** Services on a machine whose system names this proxy, and the origins that it was asked for. */
  function onMachine(result: () => Promise<string>, environment: Record<string, string> = {}) {
    const asked: string[] = [];
    const askSystemProxy = (origin: string): Promise<string> => {
      asked.push(origin);
      return result();
    };
    return { asked, webhooks: opened.http({ environment, askSystemProxy }).webhooks };
  }

  it('that the system names is used, and learns only the origin of the request', async () => {
    const server = await installation();
    const proxy = await opened.server(connectProxy());
    const { asked, webhooks } = onMachine(() =>
      Promise.resolve(`PROXY 127.0.0.1:${proxy.port}; DIRECT`),
    );
    const baseUrl = `http://monitor.test:${server.port}`;
    await webhooks.list(sampleTarget(baseUrl, { route: routeWith(system) }), {});
    expect(proxy.asked.map(({ request }) => request)).toEqual([
      `CONNECT monitor.test:${server.port}`,
    ]);
    expect(asked).toEqual([baseUrl]);
  });

  it('that the system names is not asked for this computer, or where the environment decides', async () => {
    const server = await installation();
    const { proxy, url } = await started();
    const { asked, webhooks } = onMachine(() => Promise.resolve('PROXY p.invalid:1'), {
      http_proxy: url,
    });
    await webhooks.list(sampleTarget(server.baseUrl, { route: routeWith(system) }), {});
    const baseUrl = `http://monitor.test:${server.port}`;
    await webhooks.list(sampleTarget(baseUrl, { route: routeWith(system) }), {});
    expect(proxy.asked).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('that the system does not name in time is a problem within the time limit', async () => {
    const { webhooks } = onMachine(() => new Promise(() => undefined));
    const route = shortRoute({ connectMilliseconds: 50 }, system);
    const problem = await problemOf(
      webhooks.list(sampleTarget('http://monitor.test', { route }), {}),
    );
    expect(problem.code).toBe('timed-out');
    expect(problem.message).toContain('did not name the proxy');
  });

  it('that Hookdesk cannot use is a problem, and nothing is sent around it', async () => {
    const { webhooks } = onMachine(() => Promise.resolve('SOCKS5 s.invalid:1080'));
    const target = sampleTarget('http://monitor.test', { route: routeWith(system) });
    const problem = await problemOf(webhooks.list(target, {}));
    expect(problem.code).toBe('proxy-failed');
  });

  it('never has its password in a problem', async () => {
    const port = await freePort();
    const environment = { http_proxy: `http://ada:${password}@127.0.0.1:${port}` };
    const target = sampleTarget('http://monitor.test', { route: routeWith(system) });
    const problem = await problemOf(opened.http({ environment }).webhooks.list(target, {}));
    expect(problem.code).toBe('proxy-failed');
    expect(JSON.stringify(problem)).not.toContain(password);
  });
});
