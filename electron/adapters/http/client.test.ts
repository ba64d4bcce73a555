import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { keyOf, type ListedWebhook } from '#domain/webhook/listed.ts';
import { mask } from '#domain/secrets/masking.ts';
import type { HttpOptions } from './http-services.ts';
import { Opened } from './testing/clients.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import {
  sampleCreate,
  sampleDelete,
  sampleTarget,
  sampleToken,
  sampleUpdate,
} from './testing/samples.ts';
import { httpServer, type TestServer } from './testing/servers.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const opened = new Opened();
afterEach(() => opened.closeAll());
const client = (limits: HttpOptions['limits'] = {}) =>
  opened.http({ version: '1.2.3', limits: { retryPauses: [1, 1, 1], ...limits } }).webhooks;

/** Records every request, and returns the given responses in order. The last one repeats. */
async function recording(
  answers: readonly { status: number; headers?: Record<string, string>; body?: string }[],
): Promise<{ server: TestServer; received: Received[] }> {
  const received: Received[] = [];
  const server = await opened.server(
    httpServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const answer = answers[Math.min(received.length, answers.length - 1)];
        received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(answer?.status ?? 200, answer?.headers).end(answer?.body);
      });
    }),
  );
  return { server, received };
}
const json = { 'content-type': 'application/json' };

describe('a sent request', () => {
  it('equals its description, with the token in place of the mask', async () => {
    const { server, received } = await recording([{ status: 200 }]);
    const target = sampleTarget(server.baseUrl);
    const service = client();
    const described = [
      service.describe(target, sampleCreate),
      service.describe(target, sampleUpdate),
      service.describe(target, sampleDelete),
    ];
    await service.send(target, sampleCreate);
    await service.send(target, sampleUpdate);
    await service.send(target, sampleDelete);
    expect(received).toHaveLength(3);
    for (const [index, { method, url, headers, body }] of described.entries()) {
      const sent = received[index];
      expect(sent?.method).toBe(method);
      expect(server.baseUrl + String(sent?.url)).toBe(url);
      expect(sent?.body).toBe(body ?? '');
      for (const { name, value } of headers) {
        expect(sent?.headers[name.toLowerCase()]).toBe(
          name === 'X-Auth-Token' ? sampleToken : value,
        );
      }
      expect(headers).toContainEqual({ name: 'X-Auth-Token', value: mask });
      expect(JSON.stringify(described)).not.toContain('canary');
    }
  });

  it('accepts JSON on reads, declares it on writes, and has the user agent', async () => {
    const { server, received } = await recording([
      { status: 200, headers: json, body: '[]' },
      { status: 200, headers: json, body: '{"name":"Chat"}' },
      { status: 200 },
    ]);
    const target = sampleTarget(`${server.baseUrl}/pem`, { authToken: null });
    const service = client();
    await service.list(target, {});
    await service.read(target, 7, {});
    await service.send(target, sampleCreate);
    await service.send(target, sampleDelete);
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /pem/api/v6/webhook/',
      'GET /pem/api/v6/webhook/7',
      'POST /pem/api/v6/webhook/',
      'DELETE /pem/api/v6/webhook/7',
    ]);
    const header = (name: string) => received.map(({ headers }) => headers[name] ?? null);
    expect(header('accept')).toEqual(['application/json', 'application/json', null, null]);
    expect(header('content-type')).toEqual([null, null, 'application/json', null]);
    expect(header('user-agent')).toEqual(Array(4).fill('Hookdesk/1.2.3'));
    expect(header('x-auth-token')).toEqual([null, null, null, null]);
  });

  it('has a description without a valid token, but is refused when the token cannot be sent', async () => {
    const { server, received } = await recording([{ status: 200 }]);
    const target = sampleTarget(server.baseUrl, { authToken: 'two\nlines' });
    const service = client();
    expect(service.describe(target, sampleDelete).headers).toContainEqual({
      name: 'X-Auth-Token',
      value: mask,
    });
    const problem = await problemOf(service.send(target, sampleDelete));
    expect(problem.code).toBe('unauthorized');
    expect(JSON.stringify(problem)).not.toContain('two');
    expect(received).toEqual([]);
  });
});

describe('the auth token', () => {
  it('is not sent to the target of a redirect', async () => {
    const elsewhere = await recording([{ status: 200, headers: json, body: '[]' }]);
    const location = `${elsewhere.server.baseUrl}/api/v6/webhook/`;
    const { server } = await recording([{ status: 307, headers: { location } }]);
    for (const [code, work] of [
      ['redirected', () => client().list(sampleTarget(server.baseUrl), {})],
      ['answer-lost', () => client().send(sampleTarget(server.baseUrl), sampleUpdate)],
    ] as const) {
      const problem = await problemOf(work());
      expect(problem.code).toBe(code);
      expect(problem.message).toContain(location);
    }
    expect(elsewhere.received).toEqual([]);
  });

  it('is sent to no other host, whatever the API root contains', async () => {
    const elsewhere = await recording([{ status: 200, headers: json, body: '[]' }]);
    const here = await recording([{ status: 200, headers: json, body: '[]' }]);
    const apiRoot = `@127.0.0.1:${elsewhere.server.port}`;
    const problem = await problemOf(
      client().list(sampleTarget(here.server.baseUrl, { apiRoot }), {}),
    );
    expect(problem.code).toBe('refused');
    expect(elsewhere.received).toEqual([]);
  });

  it.each([200, 302, 400, 401, 403, 404, 500])(
    'is in no part of a problem, even if the service echoes it with status %i',
    async (status) => {
      const body = JSON.stringify({
        detail: `token ${sampleToken}`,
        errors: [{ pointer: `/${sampleToken}`, detail: sampleToken }],
        url: encodeURIComponent(sampleToken),
        basic: Buffer.from(`me:${sampleToken}`).toString('base64'),
      });
      const headers = {
        'content-type': 'application/problem+json',
        'set-cookie': 'session=hidden-session',
        'x-echo': sampleToken,
        location: `/?token=${encodeURIComponent(sampleToken)}`,
      };
      const { server } = await recording([{ status, headers, body }]);
      const problem = await problemOf(client().list(sampleTarget(server.baseUrl), {}));
      const told = JSON.stringify(problem);
      expect(told).toContain(mask);
      for (const piece of [
        'canary',
        'hidden-session',
        Buffer.from('me:canary').toString('base64'),
      ]) {
        expect(told).not.toContain(piece);
      }
    },
  );

  it('and secret headers are masked in a problem, but not the authentication challenge', async () => {
    const headers = { 'x-api-key': 'hidden-key', 'www-authenticate': 'Basic realm="acme"' };
    const { server } = await recording([{ status: 403, headers }]);
    const problem = await problemOf(client().list(sampleTarget(server.baseUrl), {}));
    expect(problem.answer?.headers).toContainEqual({ name: 'x-api-key', value: mask });
    expect(problem.answer?.headers).toContainEqual({
      name: 'www-authenticate',
      value: 'Basic realm="acme"',
    });
  });

  it('and header values are masked in a response of the wrong shape', async () => {
    const body = '[{"http_headers":[{"http_header_value":"Bearer \\"abc"}],"enabled":7},null]';
    const { server } = await recording([{ status: 200, headers: json, body }]);
    const problem = await problemOf(client().list(sampleTarget(server.baseUrl), {}));
    expect(problem.answer?.body).toBe(
      `[{"http_headers":[{"http_header_value":"${mask}"}],"enabled":7},null]`,
    );
  });
});

describe('a retry', () => {
  it.each([408, 429, 502, 503, 504])(
    'lets a read survive status %i three times',
    async (status) => {
      const { server, received } = await recording([
        { status },
        { status },
        { status },
        { status: 200, headers: json, body: '[{"id":1}]' },
      ]);
      const list = await client().list(sampleTarget(server.baseUrl), {});
      expect(list.webhooks).toHaveLength(1);
      expect(received).toHaveLength(4);
    },
  );

  it('ends after the fourth attempt of a read', async () => {
    const { server, received } = await recording([{ status: 503 }]);
    const problem = await problemOf(client().read(sampleTarget(server.baseUrl), 7, {}));
    expect(problem.code).toBe('server-failed');
    expect(received).toHaveLength(4);
  });

  it.each([500, 404, 401])('does not follow status %i of a read', async (status) => {
    const { server, received } = await recording([{ status }]);
    await problemOf(client().list(sampleTarget(server.baseUrl), {}));
    expect(received).toHaveLength(1);
  });

  it('lets a read survive a connection that closes before the response', async () => {
    let count = 0;
    const server = await httpServer((request, response) => {
      count += 1;
      if (count === 1) request.socket.resetAndDestroy();
      else response.writeHead(200, json).end('[]');
    });
    await opened.server(Promise.resolve(server));
    expect(await client().list(sampleTarget(server.baseUrl), {})).toEqual({
      webhooks: [],
    });
    expect(count).toBe(2);
  });

  it('never repeats a write', async () => {
    const { server, received } = await recording([{ status: 503 }]);
    const target = sampleTarget(server.baseUrl);
    const service = client();
    for (const write of [
      () => service.send(target, sampleCreate),
      () => service.send(target, sampleUpdate),
      () => service.send(target, sampleDelete),
    ]) {
      expect((await problemOf(write())).code).toBe('server-failed');
    }
    expect(received).toHaveLength(3);
  });

  it.each([429, 503])('does not follow a long Retry-After of status %i', async (status) => {
    const { server, received } = await recording([{ status, headers: { 'retry-after': '11' } }]);
    const problem = await problemOf(client().list(sampleTarget(server.baseUrl), {}));
    expect(factOf(problem, 'Retry after')).toBe('11');
    expect(received).toHaveLength(1);
  });
});

describe('a read', () => {
  it('keeps webhooks without an id, and adds the requested id to a single one', async () => {
    const { server } = await recording([
      { status: 200, headers: json, body: '\ufeff [{"id":1,"name":"ä"},{"name":"b"},{"id":null}]' },
      { status: 200, headers: json, body: '{"name":"c"}' },
    ]);
    const service = client();
    const list = await service.list(sampleTarget(server.baseUrl), {});
    expect(list.webhooks.map((webhook) => [keyOf(webhook), webhook.name])).toEqual([
      [1, 'ä'],
      ['none#1', 'b'],
      ['none#2', ''],
    ]);
    expect(await service.read(sampleTarget(server.baseUrl), 7, {})).toMatchObject({
      id: 7,
      name: 'c',
    });
  });

  it('joins characters split between chunks, and reports progress', async () => {
    const body = Buffer.from(JSON.stringify([{ id: 1, name: 'äöü€🪝' }]));
    const server = await httpServer((_, response) => {
      response.writeHead(200, json);
      let at = 0;
      const next = (): void => {
        if (at >= body.length) response.end();
        else response.write(body.subarray(at, ++at), () => setImmediate(next));
      };
      next();
    });
    await opened.server(Promise.resolve(server));
    const reports: { bytes: number; webhooks: number }[] = [];
    const list = await client().list(sampleTarget(server.baseUrl), {
      onProgress: (progress) => reports.push(progress),
    });
    expect(list.webhooks[0]?.name).toBe('äöü€🪝');
    expect(reports.at(-1)).toEqual({ bytes: body.length, webhooks: 1 });
  });

  it('returns the first webhooks of a long list before the rest arrives', async () => {
    const first = Promise.withResolvers<number>();
    const webhooks = Array.from({ length: 200 }, (_, index) => `{"id":${index + 1}}`);
    const { baseUrl } = await opened.server(
      httpServer((_, response) => {
        response.writeHead(200, json).write(`[${webhooks.slice(0, 150).join(',')},`);
        // The rest is sent only after the first ones were returned.
        void first.promise.then(() => response.end(`${webhooks.slice(150).join(',')}]`));
      }),
    );
    const given: (readonly ListedWebhook[])[] = [];
    const list = await client().list(sampleTarget(baseUrl), {
      onFirst: (found) => {
        given.push(found);
        first.resolve(found.length);
      },
    });
    expect(await first.promise).toBeGreaterThanOrEqual(100);
    expect(given).toHaveLength(1);
    expect(list.webhooks).toHaveLength(200);
  });

  it('leaves no socket open after close', async () => {
    const { server } = await recording([{ status: 200, headers: json, body: '[]' }]);
    const http = opened.http();
    await Promise.all(
      Array.from({ length: 20 }, () => http.webhooks.list(sampleTarget(server.baseUrl), {})),
    );
    expect(server.open()).toBeGreaterThan(0);
    expect(server.connections()).toBeLessThanOrEqual(10);
    await http.close();
    await expect.poll(() => server.open()).toBe(0);
    const problem = await problemOf(http.webhooks.list(sampleTarget(server.baseUrl), {}));
    expect(problem.code).toBe('aborted');
  });
});
