import { X509Certificate } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#core/ports.ts';
import { type CertificateDoubt, certificateProblems } from '#domain/installation/trust.ts';
import type { HttpServices } from './http-services.ts';
import { certificate, type KeyPair, trustedFacts } from './testing/certificates.ts';
import { Opened, routeWith } from './testing/clients.ts';
import { type ConnectProxy, connectProxy } from './testing/connect-proxy.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import { sampleTarget, sampleToken, sampleUpdate } from './testing/samples.ts';
import { httpsServer, type TestServer } from './testing/servers.ts';

const made: Record<string, KeyPair> = {};
const pair = (name: string): KeyPair => {
  const found = made[name];
  if (found === undefined) throw new Error(`This file contains no certificate ${name}.`);
  return found;
};
beforeAll(async () => {
  const issuer = await certificate({ name: 'Example CA' });
  const wanted: Record<string, Promise<KeyPair>> = {
    own: certificate(),
    other: certificate(),
    issued: certificate({ issuer }),
    expired: certificate({ from: -2, until: -1 }),
    early: certificate({ from: 1, until: 2 }),
    elsewhere: certificate({ hosts: ['other.test'], onLoopback: false }),
    everything: certificate({ from: -2, until: -1, hosts: ['other.test'], onLoopback: false }),
    weakKey: certificate({ rsaBits: 1024 }),
    weakSignature: certificate({ hash: 'sha1', issuer }),
    proxy: certificate({ name: 'proxy' }),
    client: certificate({ name: 'client' }),
    stranger: certificate({ name: 'stranger' }),
  };
  made.issuer = issuer;
  for (const [name, each] of Object.entries(wanted)) made[name] = await each;
});

const opened = new Opened();
afterEach(() => opened.closeAll());

const caFile = (name: string): Route['trust'] => ({
  kind: 'ca-file',
  fileName: 'ca.pem',
  pem: `# for all of us\n${pair(name).cert}`,
});
const pinned = (name: string): Route['trust'] => ({
  kind: 'pinned',
  certificate: trustedFacts(pair(name)),
});
const system = (): Route['trust'] => ({ kind: 'system' });

/** An installation that accepts any sign-in, and the requests that it received. */
async function installation(
  name: string,
  options: ServerOptions = {},
): Promise<{ server: TestServer; requests: string[] }> {
  const requests: string[] = [];
  const server = await opened.server(
    httpsServer({ ...pair(name), ...options }, (request, response) => {
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      if (request.url === '/api/token/') {
        response.writeHead(201, { 'X-Subject-Token': 'fresh-token' }).end('{}');
      } else if (request.method === 'PUT') response.end();
      else {
        const body = request.url?.endsWith('/') === true ? '[{"id":1}]' : '{"id":7,"name":"Chat"}';
        response.setHeader('content-type', 'application/json').end(body);
      }
    }),
  );
  return { server, requests };
}

/** Every operation that sends a request. */
const paths: [string, (http: HttpServices, baseUrl: string, route: Route) => Promise<unknown>][] = [
  ['test and list', (http, url, route) => http.webhooks.list(sampleTarget(url, { route }), {})],
  ['read', (http, url, route) => http.webhooks.read(sampleTarget(url, { route }), 7, {})],
  ['write', (http, url, route) => http.webhooks.send(sampleTarget(url, { route }), sampleUpdate)],
  [
    'sign-in',
    (http, url, route) =>
      http.signIn.signIn(sampleTarget(url, { route }), { username: 'ada', password: sampleToken }),
  ],
  ['sign-out', (http, url, route) => http.signIn.signOut(sampleTarget(url, { route }))],
  [
    'detection',
    (http, url, route) => http.probe.readList(sampleTarget(url, { route }), '/api', undefined),
  ],
];

type Case = [
  what: string,
  shown: string,
  trust: () => Route['trust'],
  code: 'certificate-untrusted' | 'certificate-invalid' | 'certificate-changed',
  doubts: CertificateDoubt[],
  words: string,
];
const refused: Case[] = [
  [
    'nobody vouches for',
    'own',
    system,
    'certificate-untrusted',
    ['unknown-issuer'],
    certificateProblems['unknown-issuer'].message,
  ],
  [
    'another CA file vouches for',
    'issued',
    () => caFile('stranger'),
    'certificate-untrusted',
    ['unknown-issuer'],
    certificateProblems['unknown-issuer'].message,
  ],
  [
    'has another key than the trusted one',
    'other',
    () => pinned('own'),
    'certificate-changed',
    ['unknown-issuer'],
    certificateProblems.changed.message,
  ],
  [
    'has expired',
    'expired',
    () => caFile('expired'),
    'certificate-invalid',
    ['expired'],
    certificateProblems.expired.message,
  ],
  [
    'is not valid yet',
    'early',
    () => caFile('early'),
    'certificate-invalid',
    ['not-yet-valid'],
    certificateProblems['not-yet-valid'].message,
  ],
  [
    'is for another host',
    'elsewhere',
    () => caFile('elsewhere'),
    'certificate-invalid',
    ['other-host'],
    certificateProblems['other-host'].message,
  ],
  [
    'has all of that',
    'everything',
    system,
    'certificate-untrusted',
    ['expired', 'other-host', 'unknown-issuer'],
    certificateProblems.expired.message,
  ],
  [
    'has a weak key',
    'weakKey',
    () => caFile('weakKey'),
    'certificate-invalid',
    ['weak'],
    certificateProblems.weak.message,
  ],
  [
    'has a weak key and is trusted by it',
    'weakKey',
    () => pinned('weakKey'),
    'certificate-invalid',
    ['weak', 'unknown-issuer'],
    certificateProblems.weak.message,
  ],
  [
    'has a weak signature',
    'weakSignature',
    () => caFile('issuer'),
    'certificate-invalid',
    ['weak'],
    certificateProblems.weak.message,
  ],
];
const accepted: [what: string, shown: string, trust: () => Route['trust']][] = [
  ['is in the CA file', 'own', () => caFile('own')],
  ['is in the CA file without its issuer', 'issued', () => caFile('issued')],
  ['comes from an issuer in the CA file', 'issued', () => caFile('issuer')],
  ['is trusted by its key', 'own', () => pinned('own')],
  ['is trusted by its key though it has expired', 'expired', () => pinned('expired')],
  ['is trusted by its key though it is for another host', 'elsewhere', () => pinned('elsewhere')],
];

const ways: [string, () => Promise<ConnectProxy | null>][] = [
  ['directly', () => Promise.resolve(null)],
  ['through a proxy', () => opened.server(connectProxy())],
  ['through a proxy that speaks TLS', () => opened.server(connectProxy({ tls: pair('proxy') }))],
];

describe.each(ways)('%s', (way, start) => {
  /** A proxy that speaks TLS itself can be trusted only by CA file. */
  const through = async (
    changes: Partial<Route>,
  ): Promise<{ route: Route; proxy: ConnectProxy | null }> => {
    const proxy = await start();
    if (proxy === null) return { route: routeWith(changes), proxy };
    const own = { kind: 'own' as const, url: proxy.baseUrl, username: '', password: null };
    return { route: routeWith({ ...changes, proxy: own }), proxy };
  };
  const usable = (trust: Route['trust']): Route['trust'] => {
    if (!way.includes('TLS') || trust.kind === 'pinned') return trust;
    const pem = trust.kind === 'ca-file' ? trust.pem : '';
    return { kind: 'ca-file', fileName: 'ca.pem', pem: pem + pair('proxy').cert };
  };
  // A pinned key of the installation does not trust the proxy.
  const possible = (trust: Route['trust']): boolean =>
    !way.includes('TLS') || trust.kind !== 'pinned';

  it.each(refused)(
    'a certificate that %s blocks every operation',
    async (_, shown, trust, code, doubts, words) => {
      if (!possible(trust())) return;
      const { server, requests } = await installation(shown, { ciphers: 'DEFAULT@SECLEVEL=0' });
      const { route, proxy } = await through({ trust: usable(trust()) });
      const http = opened.http();
      const facts = trustedFacts(pair(shown));
      for (const [path, work] of paths) {
        const problem = await problemOf(work(http, server.baseUrl, route));
        expect([path, problem.code]).toEqual([path, code]);
        if (!('certificate' in problem)) throw new Error('No certificate');
        expect(problem.message).toContain(words);
        expect(problem.certificate).toEqual(facts);
        expect(problem.doubts).toEqual(doubts);
        expect(factOf(problem, 'SHA-256 fingerprint')).toBe(facts.fingerprint);
        if (path === 'write') expect(problem.message).toContain('Nothing was sent.');
        if (problem.code === 'certificate-changed') {
          expect(problem.trusted).toEqual(trustedFacts(pair('own')));
          expect(factOf(problem, 'Trusted key')).toBe(problem.trusted.spkiSha256);
        }
      }
      expect(requests).toEqual([]);
      expect(proxy?.passed() ?? '').not.toContain('canary');
      expect(await http.probe.certificate(sampleTarget(server.baseUrl, { route }))).toMatchObject({
        certificate: facts,
        trusted: false,
        doubts: code === 'certificate-changed' ? ['changed', ...doubts] : doubts,
      });
      await expect.poll(() => [server.open(), proxy?.open() ?? 0]).toEqual([0, 0]);
    },
  );

  it.each(accepted)('a certificate that %s is always accepted', async (_, shown, trust) => {
    if (!possible(trust())) return;
    const { server, requests } = await installation(shown);
    const { route, proxy } = await through({ trust: usable(trust()) });
    const http = opened.http();
    for (const [, work] of paths) await work(http, server.baseUrl, route);
    expect(requests).toHaveLength(paths.length);
    expect(proxy === null || proxy.passed().length > 0).toBe(true);
    expect(proxy?.passed() ?? '').not.toContain('canary');
    const seen = await http.probe.certificate(sampleTarget(server.baseUrl, { route }));
    expect(seen).toMatchObject({ certificate: trustedFacts(pair(shown)), trusted: true });
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a client certificate is sent on request, %s',
    async (maxVersion) => {
      const { server, requests } = await installation('own', {
        requestCert: true,
        ca: pair('client').cert,
        maxVersion,
      });
      const as = async (name: string | null, mark = '') => {
        const clientCertificate =
          name === null ? null : { pem: mark + pair(name).cert, key: mark + pair(name).key };
        return (await through({ trust: usable(caFile('own')), clientCertificate })).route;
      };
      const http = opened.http();
      const none = await as(null);
      const right = await as('client');
      const withByteOrderMark = await as('client', '\ufeff');
      const wrong = await as('stranger');
      for (const [path, work] of paths) {
        const missing = await problemOf(work(http, server.baseUrl, none));
        expect([path, missing.code]).toEqual([path, 'client-certificate']);
        expect(missing.message).toContain('requires a client certificate, and none is selected');
        // This server closes without a reason, so the message names a possible one.
        const closed = await problemOf(work(http, server.baseUrl, wrong));
        expect(closed.message).toContain('Perhaps it does not accept the client certificate');
      }
      expect(requests).toEqual([]);
      for (const [, work] of paths) await work(http, server.baseUrl, right);
      for (const [, work] of paths) await work(http, server.baseUrl, withByteOrderMark);
      expect(requests).toHaveLength(2 * paths.length);
    },
  );
});

it.each([
  [
    'a CA file without a certificate',
    { trust: { kind: 'ca-file', fileName: 'a', pem: 'hello' } },
    'refused',
    'CA file',
  ],
  [
    'a client certificate that is none',
    { clientCertificate: { pem: 'hello', key: 'hello' } },
    'client-certificate',
    'cannot be read',
  ],
] satisfies [string, Partial<Route>, string, string][])(
  '%s opens no connection',
  async (_, changes, code, words) => {
    const { server } = await installation('own');
    const problem = await problemOf(
      opened.http().webhooks.list(sampleTarget(server.baseUrl, { route: routeWith(changes) }), {}),
    );
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(words);
    expect(server.connections()).toBe(0);
  },
);

it.each([
  [
    'is of another certificate',
    () => pair('stranger').key,
    'does not belong to the client certificate',
  ],
  ['is no key', () => 'hello', 'cannot be read'],
  [
    'has a passphrase',
    () => '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----',
    'cannot be read',
  ],
])('a client key that %s opens no connection, and is not in the problem', async (_, key, words) => {
  const { server } = await installation('own');
  const route = routeWith({ clientCertificate: { pem: pair('client').cert, key: key() } });
  const problem = await problemOf(
    opened.http().webhooks.send(sampleTarget(server.baseUrl, { route }), sampleUpdate),
  );
  expect(problem.code).toBe('client-certificate');
  expect(problem.message).toContain(words);
  expect(problem.message).toContain('The request was not taken.');
  expect(server.connections()).toBe(0);
  expect(JSON.stringify(problem)).not.toContain(key().split('\n')[1] ?? key());
});

it('the certificate facts match the certificate', () => {
  const facts = trustedFacts(pair('elsewhere'));
  const parsed = new X509Certificate(pair('elsewhere').cert);
  expect(facts).toMatchObject({
    subject: 'monitor.test',
    issuer: 'monitor.test',
    names: ['other.test'],
    algorithm: 'EC, prime256v1',
    fingerprint: parsed.fingerprint256,
    validTo: new Date(parsed.validTo).toISOString(),
  });
  expect(Buffer.from(facts.spkiSha256, 'base64')).toHaveLength(32);
});

it('a certificate without a subject says so', async () => {
  const { subject, issuer } = trustedFacts(await certificate({ name: '' }));
  expect([subject, issuer]).toEqual(['(no name)', '(no name)']);
});

it('a certificate probe over plain http is refused', async () => {
  const problem = await problemOf(
    opened.http().probe.certificate(sampleTarget('http://127.0.0.1:1')),
  );
  expect(problem.code).toBe('refused');
});
