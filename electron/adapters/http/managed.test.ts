import { afterEach, describe, expect, it } from 'vitest';
import { practiceRoute } from '#core/connections/connections.ts';
import type { Route, Target } from '#core/ports.ts';
import type { Managed, ManagedSettings } from '#domain/managed/managed-settings.ts';
import { createTestSender } from '../test-send/test-sender.ts';
import type { HttpServices } from './http-services.ts';
import { certificate, trustedFacts } from './testing/certificates.ts';
import { Opened, routeWith } from './testing/clients.ts';
import { connectProxy } from './testing/connect-proxy.ts';
import { problemOf } from './testing/problem-of.ts';
import { sampleCreate, sampleDelete, sampleTarget, sampleUpdate } from './testing/samples.ts';
import { freePort, httpServer, httpsServer, type TestServer } from './testing/servers.ts';
import { readCredentialsWith } from './tls/credentials.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const file = '/etc/hookdesk/settings.json';
const set = (settings: ManagedSettings): Managed => ({ kind: 'set', file, settings, caPem: null });
const damaged: Managed = { kind: 'refused', file, message: 'It is damaged.', advice: 'Ask.' };

const installation = (): Promise<TestServer> =>
  opened.server(
    httpServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('[]');
    }),
  );

/** Every call that sends something to an installation. */
const calls: Readonly<Record<string, (http: HttpServices, target: Target) => Promise<unknown>>> = {
  list: ({ webhooks }, target) => webhooks.list(target, {}),
  read: ({ webhooks }, target) => webhooks.read(target, 7, {}),
  create: ({ webhooks }, target) => webhooks.send(target, sampleCreate),
  update: ({ webhooks }, target) => webhooks.send(target, sampleUpdate),
  remove: ({ webhooks }, target) => webhooks.send(target, sampleDelete),
  'sign in': ({ signIn }, target) => signIn.signIn(target, { username: 'a', password: 'b' }),
  'sign out': ({ signIn }, target) => signIn.signOut(target),
  detect: ({ probe }, target) => probe.readList(target, '/api/v14'),
  certificate: ({ probe }, target) =>
    probe.certificate({ ...target, baseUrl: target.baseUrl.replace('http:', 'https:') }),
};

describe('a host that the organisation does not allow', () => {
  it.each(Object.entries(calls))('gets no connection: %s', async (_, call) => {
    const server = await installation();
    const http = opened.http({ managed: set({ allowedHosts: ['*.example.com'] }) });
    const problem = await problemOf(call(http, sampleTarget(server.baseUrl)));
    expect(problem.code).toBe('host-not-allowed');
    expect(problem.message).toContain('does not allow Hookdesk to contact 127.0.0.1');
    expect(problem.advice).toContain('Nothing was sent');
    expect(JSON.stringify(problem)).toContain('*.example.com');
    expect(server.connections()).toBe(0);
  });

  it.each(Object.entries(calls))('gets none while the file is damaged: %s', async (_, call) => {
    const server = await installation();
    const http = opened.http({ managed: damaged });
    const problem = await problemOf(call(http, sampleTarget(server.baseUrl)));
    expect(problem).toMatchObject({ code: 'host-not-allowed', message: 'It is damaged.' });
    expect(server.connections()).toBe(0);
  });

  it('gets nothing by a redirect of an allowed one', async () => {
    const other = await installation();
    const server = await opened.server(
      httpServer((_, response) => {
        response.writeHead(307, { location: `${other.baseUrl}/api/v6` }).end();
      }),
    );
    const allowed = server.baseUrl.replace('127.0.0.1', 'localhost');
    const http = opened.http({ managed: set({ allowedHosts: ['localhost'] }) });
    const problem = await problemOf(http.webhooks.list(sampleTarget(allowed), {}));
    expect(problem.code).toBe('redirected');
    expect(other.connections()).toBe(0);
  });

  it('gets no test send', async () => {
    const server = await installation();
    const send = (managed: Managed, url: string) =>
      createTestSender({ version: '1', managed, forbidden: () => null }).send(
        { method: 'POST', url, headers: [], body: '' },
        'target',
      );
    const refused = await send(set({ allowedHosts: ['*.example.com'] }), server.baseUrl);
    expect(refused).toMatchObject({ answer: null, problem: { code: 'host-not-allowed' } });
    expect(await send(damaged, server.baseUrl)).toMatchObject({ answer: null });
    expect(server.connections()).toBe(0);
    const sent = await send(set({ allowedHosts: ['127.0.0.0/8'] }), server.baseUrl);
    expect(sent).toMatchObject({ problem: null });
  });
});

it('allows the listed hosts, and the practice service of this Hookdesk', async () => {
  const server = await installation();
  const allowing = opened.http({ managed: set({ allowedHosts: ['127.0.0.0/8'] }) });
  expect(await allowing.webhooks.list(sampleTarget(server.baseUrl), {})).toEqual({ webhooks: [] });
  const strict = opened.http({ managed: set({ allowedHosts: ['a.test'], proxy: 'system' }) });
  const practice = sampleTarget(server.baseUrl, { route: practiceRoute });
  expect(await strict.webhooks.list(practice, {})).toEqual({ webhooks: [] });
});

describe('the proxy that the organisation sets', () => {
  const own = (url: string): Route['proxy'] => ({
    kind: 'own',
    url,
    username: 'me',
    password: 'canary',
  });
  const listBy = async (proxy: ManagedSettings['proxy'], mine: Route['proxy'], host: string) => {
    const server = await installation();
    const target = sampleTarget(server.baseUrl.replace('127.0.0.1', host), {
      route: routeWith({ proxy: mine }),
    });
    const http = opened.http({ managed: set({ proxy: proxy ?? 'none' }) });
    return http.webhooks.list(target, {});
  };

  it('is used in place of the installation’s own, which gets no password', async () => {
    const [theirs, mine] = [
      await opened.server(connectProxy()),
      await opened.server(connectProxy()),
    ];
    await listBy({ address: theirs.baseUrl }, own(mine.baseUrl), 'monitor.test');
    expect(theirs.asked).toMatchObject([{ credentials: null }]);
    expect(mine.asked).toEqual([]);
    await listBy({ address: theirs.baseUrl }, { kind: 'none' }, 'monitor.test');
    expect(theirs.asked).toHaveLength(2);
  });

  it('is not used for this machine and for the hosts of its bypass', async () => {
    const theirs = await opened.server(connectProxy());
    await listBy({ address: theirs.baseUrl }, { kind: 'none' }, '127.0.0.1');
    // The name has no address here: without the bypass, the proxy would resolve it.
    const problem = await problemOf(
      listBy({ address: theirs.baseUrl, bypass: ['*.invalid'] }, { kind: 'none' }, 'a.invalid'),
    );
    expect(problem.code).toBe('unreachable');
    expect(theirs.asked).toEqual([]);
  });

  it('is for the administrator when it fails, because the installation has no settings for it', async () => {
    const closed = await freePort();
    const guarded = await opened.server(connectProxy({ credentials: 'Basic other' }));
    for (const address of [`http://127.0.0.1:${closed}`, guarded.baseUrl]) {
      const problem = await problemOf(listBy({ address }, { kind: 'none' }, 'monitor.test'));
      expect(problem.code).toBe('proxy-failed');
      expect(problem.advice).toBe('Your organisation sets the proxy. Ask your administrator.');
    }
  });

  it('is none although the installation has one', async () => {
    const mine = await opened.server(connectProxy());
    await listBy('none', own(mine.baseUrl), '127.0.0.1');
    expect(mine.asked).toEqual([]);
  });
});

describe('the extra CA', () => {
  it('is trusted for every request, also with a CA file, and not with a pinned key', async () => {
    const issuer = await certificate({ name: 'Organisation CA' });
    const shown = await certificate({ issuer });
    const others = await certificate({ name: 'Other CA' });
    const server = await opened.server(
      httpsServer(shown, (_, response) => {
        response.setHeader('content-type', 'application/json').end('[]');
      }),
    );
    const list = (http: HttpServices, trust: Route['trust']) =>
      http.webhooks.list(sampleTarget(server.baseUrl, { route: routeWith({ trust }) }), {});
    const caFile = { kind: 'ca-file', fileName: 'a.pem', pem: others.cert } as const;
    const trusting = opened.http({ readCredentials: readCredentialsWith(issuer.cert) });
    expect(await list(trusting, { kind: 'system' })).toEqual({ webhooks: [] });
    expect(await list(trusting, caFile)).toEqual({ webhooks: [] });
    const pin = { kind: 'pinned', certificate: trustedFacts(others) } as const;
    expect((await problemOf(list(trusting, pin))).code).toBe('certificate-changed');
    const without = await problemOf(list(opened.http(), { kind: 'system' }));
    expect(without.code).toBe('certificate-untrusted');
  });
});
