import { X509Certificate } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { certificateProblems } from '#domain/installation/trust.ts';
import { factOf } from '../http/testing/problem-of.ts';
import { httpServer, httpsServer, type TestServer } from '../http/testing/servers.ts';
import { createTestSender } from './test-sender.ts';

type Pair = Awaited<ReturnType<typeof generate>>;
const certificateFor = (name: string): Promise<Pair> =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });

let ours: Pair, others: Pair;
beforeAll(async () => {
  [ours, others] = await Promise.all([certificateFor('hooks.test'), certificateFor('other.test')]);
});

const open: TestServer[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

async function start(
  pair: Pair,
  options: ServerOptions = {},
): Promise<{ server: TestServer; hosts: string[] }> {
  const hosts: string[] = [];
  const shown = { key: pair.private, cert: pair.cert };
  const server = await httpsServer({ ...shown, ...options }, (request, response) => {
    hosts.push(request.headers.host ?? '');
    response.end('ok');
  });
  open.push(server);
  return { server, hosts };
}

const send = (url: string, trusted: readonly string[] | null, host?: string) =>
  createTestSender({
    version: '1.2.3',
    forbidden: () => null,
    resolve: (_hostname, _options, callback) => {
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
    ...(trusted === null
      ? {}
      : {
          credentials: () =>
            Promise.resolve({
              context: createSecureContext({ ca: [...trusted] }),
              roots: () => trusted.map((pem) => new X509Certificate(pem)),
            }),
        }),
  }).send(
    {
      method: 'POST',
      url,
      headers: host === undefined ? [] : [{ name: 'Host', value: host }],
      body: '',
    },
    'target',
  );

it('trusts a target with a trusted root certificate', async () => {
  const { server, hosts } = await start(ours);
  const { answer } = await send(`https://hooks.test:${server.port}/`, [ours.cert]);
  expect(answer?.body.text).toBe('ok');
  expect(hosts).toEqual([`hooks.test:${server.port}`]);
});

it('sends nothing to a target without a trusted certificate, and shows the certificate', async () => {
  const { server, hosts } = await start(ours);
  const { problem } = await send(`https://hooks.test:${server.port}/secret-path`, null);
  expect(problem?.code).toBe('unreachable');
  expect(problem?.message).toContain(certificateProblems['unknown-issuer'].message);
  expect(problem?.message).toContain('Nothing was sent.');
  if (problem === null) throw new Error('It was answered.');
  expect(factOf(problem, 'Certificate of')).toBe('hooks.test');
  expect(factOf(problem, 'SHA-256 fingerprint')).toBe(
    new X509Certificate(ours.cert).fingerprint256,
  );
  expect(JSON.stringify(problem)).not.toContain('secret-path');
  expect(hosts).toEqual([]);
});

it('checks the host of the URL, not of a header', async () => {
  const { server, hosts } = await start(others);
  const { problem } = await send(`https://hooks.test:${server.port}/`, [others.cert], 'other.test');
  if (problem === null) throw new Error('It was answered.');
  expect(problem.message).toContain(certificateProblems['other-host'].message);
  expect(hosts).toEqual([]);
  const mine = await start(ours);
  const url = `https://hooks.test:${mine.server.port}/`;
  expect((await send(url, [ours.cert], 'other.test')).answer?.status).toBe(200);
  expect(mine.hosts).toEqual(['other.test']);
});

it("reads the system's trusted roots within the time limit", async () => {
  const { server, hosts } = await start(ours);
  const sending = createTestSender({
    version: '1.2.3',
    timeLimit: 60,
    forbidden: () => null,
    credentials: () => new Promise(() => undefined),
  }).send(
    { method: 'POST', url: `https://127.0.0.1:${server.port}/`, headers: [], body: '' },
    'target',
  );
  expect((await sending).problem?.message).toMatch(/\(60 ms\)\. Nothing was sent\.$/);
  await expect.poll(() => server.open()).toBe(0);
  expect(hosts).toEqual([]);
});

it('reports a target that does not speak TLS', async () => {
  const server = await httpServer((_, response) => response.end());
  open.push(server);
  const { problem } = await send(`https://hooks.test:${server.port}/`, null);
  expect(problem?.message).toMatch(/does not use TLS.*Nothing was sent\.$/);
});

it.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'reports a target that requires a client certificate, %s',
  async (maxVersion) => {
    const { server, hosts } = await start(ours, { requestCert: true, ca: ours.cert, maxVersion });
    const { problem } = await send(`https://hooks.test:${server.port}/`, [ours.cert]);
    expect(problem?.code).toBe('unreachable');
    expect(problem?.message).toMatch(
      /requires a client certificate, and none is selected\. The request was not taken\.$/,
    );
    expect(hosts).toEqual([]);
  },
);
