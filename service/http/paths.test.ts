import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { variantNames } from '../webhooks/body-types.ts';

/** Ids that no webhook has, as written in a path. */
const ids = [
  '..%2f',
  '..%2F..%2fetc',
  'abc%2fdef',
  '%2f',
  '1%2f',
  '%2e%2e',
  '..',
  '1%00',
  '%00',
  '%0a',
  '%0d%0a',
  '%3f',
  '%23',
  '%25',
  '%252f',
  'x'.repeat(1000),
  'x'.repeat(1001),
  'x'.repeat(10_000),
  '%61'.repeat(1001),
];

describe.each(variantNames)('variant %s', (variant) => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService({
      variant,
      authToken: null,
      practice: { deliversTo: 'loopback' },
    });
  });
  afterEach(() => service.close());

  /** Sends a path unchanged (a client library would rewrite it); returns the status and `Allow`. */
  async function ask(method: string, path: string): Promise<[number, string | null]> {
    const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    const content =
      method === 'PUT' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n' : '';
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${content}\r\n`;
    socket.write(content === '' ? head : `${head}{}`);
    await once(socket, 'close');
    const status = Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
    return [status, /^allow: (.*)\r$/im.exec(answer)?.[1] ?? null];
  }

  test.each(ids.map((id) => [id.slice(0, 20), id.length, id] as const))(
    'returns 404 for the id %s of %i characters, and 405 for an unsupported method',
    async (_start, _length, id) => {
      const path = `${service.root}/webhook/${id}`;
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await ask(method, path), method).toEqual([404, null]);
      }
      for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'POST', 'CONNECT']) {
        expect(await ask(method, path), method).toEqual([405, 'GET, PUT, DELETE']);
      }
    },
  );

  test.each(['/webhook//', '/webhook//1', '//webhook/', '/webhook/1/', '/webhook/1//'])(
    'returns 404 at %s for every method',
    async (path) => {
      for (const method of ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST']) {
        expect(await ask(method, service.root + path), method).toEqual([404, null]);
      }
    },
  );

  test.each([
    ['/webhook/', 'GET, POST'],
    ['/%77ebhook/', 'GET, POST'],
    ['/%77ebhook/1', 'GET, PUT, DELETE'],
    ['/webhook/?a=%2f', 'GET, POST'],
    ['/webhook/1#part', 'GET, PUT, DELETE'],
  ])('at %s allows only %s', async (path, allow) => {
    for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
      expect(await ask(method, service.root + path), method).toEqual([405, allow]);
    }
  });

  test.each(['..%2f', 'x'.repeat(1001)])('returns 404 for unknown delivery id %#', async (id) => {
    expect(await ask('GET', `/practice/deliveries/${id}`)).toEqual([404, null]);
    expect(await ask('HEAD', `/practice/deliveries/${id}`)).toEqual([405, 'GET']);
  });
});
