import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../../../service/start.ts';
import { Opened, routeWith, shortRoute } from './testing/clients.ts';
import { problemOf } from './testing/problem-of.ts';
import { sampleTarget } from './testing/samples.ts';
import { bytesServer, freePort, httpServer, rawServer } from './testing/servers.ts';

const opened = new Opened();
const others: (() => Promise<void>)[] = [];
afterEach(async () => {
  await opened.closeAll();
  for (const close of others.splice(0)) await close();
});

const answering = (status: number, body: string, type = 'application/json') =>
  opened.server(
    httpServer((_, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    }),
  );

describe('probing a list', () => {
  it.each(['A', 'B'] as const)(
    'detects variant %s of the real service from its webhooks',
    async (variant) => {
      const authToken = 'practice-token';
      const service = await startService({ variant, authToken, seed: 5 });
      others.push(() => service.close());
      const { probe } = opened.http();
      const target = { baseUrl: service.url, apiRoot: '/api', variant: 'A' as const, authToken };
      const route = routeWith();
      expect(await probe.readList({ ...target, route }, service.root)).toEqual({
        status: 200,
        looksLike: variant,
        webhooks: 5,
        problem: null,
      });
      expect(await probe.readList({ ...target, route }, '/api/v99')).toMatchObject({
        status: 404,
        looksLike: 'none',
      });
      expect(
        await probe.readList({ ...target, route, authToken: 'wrong' }, service.root),
      ).toMatchObject({
        status: 401,
        looksLike: 'none',
        problem: { code: 'unauthorized' },
      });
    },
  );

  it.each([
    ['no webhook', 200, '[]', 'unknown', 0],
    ['a webhook with half of its fields', 200, '[{"id":1,"payload_type":null},{}]', 'A', 2],
    ['one of two with a payload type', 200, '[{"id":1},{"id":2,"payload_type":"ALERT"}]', 'B', 2],
    ['no list', 200, '{}', 'none', 0],
    ['an error', 500, '', 'none', 0],
    ['another place', 302, '', 'none', 0],
  ])('finds %s', async (_, status, body, looksLike, webhooks) => {
    const { baseUrl, connections } = await answering(status, body);
    const { probe } = opened.http({ limits: { retryPauses: [1, 1, 1] } });
    const seen = await probe.readList(sampleTarget(baseUrl), '/api/v14');
    expect(seen).toMatchObject({ status, looksLike, webhooks });
    expect(seen.problem === null).toBe(looksLike !== 'none');
    expect(connections()).toBe(1);
  });

  it.each([
    ['no service is listening', async () => `http://127.0.0.1:${await freePort()}`, 'unreachable'],
    [
      'it hangs',
      async () => (await opened.server(rawServer((socket) => socket.resume()))).baseUrl,
      'timed-out',
    ],
    [
      'it breaks off',
      async () =>
        (await opened.server(bytesServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['))).baseUrl,
      'unreachable',
    ],
  ])('fails when %s', async (_, start, code) => {
    const target = sampleTarget(await start(), { route: shortRoute() });
    expect((await problemOf(opened.http().probe.readList(target, '/api/v14'))).code).toBe(code);
  });
});

it('probing a certificate ends at the time limit and on cancellation', async () => {
  const silent = await opened.server(rawServer((socket) => socket.resume()));
  const https = silent.baseUrl.replace('http:', 'https:');
  const { probe } = opened.http();
  const late = await problemOf(probe.certificate(sampleTarget(https, { route: shortRoute() })));
  expect(late.code).toBe('timed-out');
  const cancelled = probe.certificate(sampleTarget(https), AbortSignal.timeout(20));
  expect((await problemOf(cancelled)).code).toBe('aborted');
  await expect.poll(() => silent.open()).toBe(0);
});
