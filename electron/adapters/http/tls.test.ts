import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { factOf, problemOf } from './testing/problems.ts';
import { sampleTarget, sampleUpdate } from './testing/samples.ts';
import { httpsServer, type TestServer } from './testing/servers.ts';
import { createWebhookService } from './webhook-service.ts';

type Pair = Awaited<ReturnType<typeof generate>>;
const day = 86_400_000;
const now = Date.now();
const name = [{ name: 'commonName', value: 'monitor.test' }];
const loopback = {
  name: 'subjectAltName' as const,
  altNames: [{ type: 7 as const, ip: '127.0.0.1' }],
};
const elsewhere = {
  name: 'subjectAltName' as const,
  altNames: [{ type: 2 as const, value: 'other.test' }],
};

const make = (
  from: number,
  until: number,
  altNames: typeof loopback | typeof elsewhere,
): Promise<Pair> =>
  generate(name, {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now + from),
    notAfterDate: new Date(now + until),
    extensions: [{ name: 'basicConstraints', cA: true }, altNames],
  });

let good: Pair, expired: Pair, early: Pair, other: Pair;
beforeAll(async () => {
  [good, expired, early, other] = await Promise.all([
    make(-day, day, loopback),
    make(-2 * day, -day, loopback),
    make(day, 2 * day, loopback),
    make(-day, day, elsewhere),
  ]);
});

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function start(pair: Pair): Promise<{ server: TestServer; requests: string[] }> {
  const requests: string[] = [];
  const server = await httpsServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.setHeader('content-type', 'application/json').end('[{"id":1}]');
  });
  open.push(server);
  return { server, requests };
}
function client(trusted: readonly string[]) {
  const service = createWebhookService({
    trustedCertificates: trusted,
    limits: { retryPauses: [], connect: 2000 },
  });
  open.push({ [Symbol.asyncDispose]: () => service.close() });
  return service;
}

describe('certificates', () => {
  it('are trusted when their issuer is', async () => {
    const { server } = await start(good);
    const list = await client([good.cert]).list(sampleTarget(server.baseUrl), {});
    expect(list.webhooks.map((webhook) => webhook.id)).toEqual([1]);
  });

  it('that nobody vouches for stop everything, and are shown', async () => {
    const { server, requests } = await start(good);
    const service = client([]);
    const problem = await problemOf(service.list(sampleTarget(server.baseUrl), {}));
    expect(problem.code).toBe('certificate-untrusted');
    expect(factOf(problem, 'Certificate of')).toBe('monitor.test');
    expect(factOf(problem, 'Issued by')).toBe('monitor.test');
    const { fingerprint256 } = new X509Certificate(good.cert);
    expect(factOf(problem, 'SHA-256 fingerprint')).toBe(fingerprint256);
    const write = await problemOf(service.update(sampleTarget(server.baseUrl), sampleUpdate));
    expect(write.code).toBe('certificate-untrusted');
    expect(write.message).toContain('Nothing was sent.');
    expect(requests).toEqual([]);
  });

  it.each([
    ['expired', () => expired, 'has expired', 'CERT_HAS_EXPIRED'],
    ['not valid yet', () => early, 'is not valid yet', 'CERT_NOT_YET_VALID'],
    ['for another host', () => other, 'is for another host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('that are %s are invalid', async (_, pair, words, code) => {
    const { server, requests } = await start(pair());
    const service = client([pair().cert]);
    const problem = await problemOf(service.list(sampleTarget(server.baseUrl), {}));
    expect(problem.code).toBe('certificate-invalid');
    expect(problem.message).toContain(words);
    expect(factOf(problem, 'System code')).toBe(code);
    expect(factOf(problem, 'Valid until')).not.toBeNull();
    expect(requests).toEqual([]);
  });
});
