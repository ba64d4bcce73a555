import { afterEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '#domain/installation/limits.ts';
import { Opened, routeWith } from '../testing/clients.ts';
import { connectProxy } from '../testing/connect-proxy.ts';
import { problemOf } from '../testing/problem-of.ts';
import { sampleTarget } from '../testing/samples.ts';
import { httpServer, rawServer } from '../testing/servers.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const installation = () =>
  opened.server(
    httpServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('[]');
    }),
  );

describe('the connections of a route', () => {
  it('are shared by all requests of the same route only', async () => {
    const server = await installation();
    const proxy = await opened.server(connectProxy());
    const http = opened.http();
    const list = (route = routeWith()) =>
      http.webhooks.list(sampleTarget(server.baseUrl, { route }), {});
    const own = { kind: 'own' as const, url: proxy.baseUrl, username: 'a', password: 'one' };
    await list();
    await list(routeWith());
    await list(routeWith({ limits: { ...defaultLimits, bodyMilliseconds: 1_000 } }));
    expect(http.routes()).toBe(1);
    await list(routeWith({ proxy: own }));
    expect(http.routes()).toBe(2);
    const before = server.connections();
    await list(routeWith({ proxy: { ...own, password: 'two' } }));
    expect(http.routes()).toBe(3);
    expect(server.connections()).toBe(before + 1);
  });

  it('are closed when they are idle', async () => {
    const server = await installation();
    const http = opened.http({ limits: { idle: 50 } });
    const target = sampleTarget(server.baseUrl, { route: routeWith() });
    await http.webhooks.list(target, {});
    await http.webhooks.list(target, {});
    expect(http.routes()).toBe(1);
    await expect.poll(() => http.routes()).toBe(0);
    await expect.poll(() => server.open()).toBe(0);
    await http.webhooks.list(target, {});
    expect(http.routes()).toBe(1);
  });

  it('are not closed while one is in use', async () => {
    const answers: (() => void)[] = [];
    const server = await opened.server(
      httpServer((_, response) => {
        answers.push(() => response.setHeader('content-type', 'application/json').end('[]'));
      }),
    );
    const http = opened.http({ limits: { idle: 1 } });
    const reading = http.webhooks.list(sampleTarget(server.baseUrl), {});
    await expect.poll(() => answers.length).toBe(1);
    // Another request of the same route ends, which must not mark the route as idle.
    await problemOf(
      http.webhooks.list(sampleTarget(server.baseUrl), { signal: AbortSignal.timeout(20) }),
    );
    expect(http.routes()).toBe(1);
    answers[0]?.();
    expect((await reading).webhooks).toEqual([]);
  });

  it('are also closed while they are being made', async () => {
    const silent = await opened.server(rawServer((socket) => socket.resume()));
    const http = opened.http();
    const target = sampleTarget(silent.baseUrl.replace('http:', 'https:'));
    const reading = problemOf(http.webhooks.list(target, {}));
    await expect.poll(() => silent.open()).toBe(1);
    await http.close();
    expect((await reading).code).toBe('aborted');
    await expect.poll(() => silent.open()).toBe(0);
    expect((await problemOf(http.webhooks.list(target, {}))).code).toBe('aborted');
    expect(http.routes()).toBe(0);
  });
});
