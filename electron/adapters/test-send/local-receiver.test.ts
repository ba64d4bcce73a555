import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Received } from '#contract/test-sends.ts';
import { createLocalReceiver, type ClosableLocalReceiver } from './local-receiver.ts';
import { createTestSender } from './test-sender.ts';

let receiver: ClosableLocalReceiver;
let address: URL;
const sockets: Socket[] = [];

async function start(options: Parameters<typeof createLocalReceiver>[0] = {}): Promise<void> {
  receiver = createLocalReceiver(options);
  address = new URL((await receiver.start()).address ?? '');
}
beforeEach(() => start());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await receiver.close();
});

/** Sends bytes unchanged. Resolves with the response when the connection ends. */
async function sendBytes(...parts: string[]): Promise<string> {
  const socket = connect({ host: address.hostname, port: Number(address.port) });
  sockets.push(socket);
  socket.setEncoding('latin1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.on('data', (part: string) => {
    answer += part;
  });
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, 'latin1', resolve));
  }
  await closed;
  return answer;
}
function newest(): Received {
  const [first] = receiver.state().received;
  const found = first === undefined ? null : receiver.read(first.id);
  if (found === null) throw new Error('Nothing was received.');
  return found;
}

describe('a received request', () => {
  const head =
    'PATCH /a%20b?c=%AlertID% HTTP/1.1\r\nHost: x\r\nx-OdD:   spaced \r\nX-U: \xc3\xbc\r\nX-OdD: again\r\n';

  it('has every byte of head and body', async () => {
    const answer = await sendBytes(`${head}Content-Length: 5\r\n\r\n`, 'a\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(newest()).toEqual({
      id: 1,
      at: expect.any(Date) as Date,
      method: 'PATCH',
      path: '/a%20b?c=%AlertID%',
      bytes: 5,
      status: 200,
      head: {
        text: `${head}Content-Length: 5\r\n\r\n`.replace('\xc3\xbc', 'ü'),
        encoding: 'utf-8',
        bytes: `${head}Content-Length: 5\r\n\r\n`.length,
        truncated: false,
      },
      body: { text: 'a\r\n\r\n', encoding: 'utf-8', bytes: 5, truncated: false },
    });
  });

  it('is the same with any chunks on the wire', async () => {
    const whole = `${head}Content-Length: 3\r\n\r\nabc`;
    await sendBytes(...Array.from(whole));
    expect(newest()).toMatchObject({
      head: { text: whole.slice(0, -3).replace('\xc3\xbc', 'ü') },
      body: { text: 'abc' },
    });
  });

  it('has one character for each byte when it is not text', async () => {
    await sendBytes('POST / HTTP/1.1\r\nHost: x\r\nX-L: \xe9\r\nContent-Length: 3\r\n\r\n\xff\0a');
    const { head: shown, body } = newest();
    expect(shown).toMatchObject({ encoding: 'latin-1' });
    expect(shown.text).toContain('X-L: \xe9\r\n');
    expect(body).toEqual({ text: '\xff\0a', encoding: 'latin-1', bytes: 3, truncated: false });
  });

  it('is joined when it is chunked', async () => {
    await sendBytes(
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      '2\r\nab\r\n',
      '1\r\nc\r\n0\r\n\r\n',
    );
    expect(newest()).toMatchObject({ body: { text: 'abc' }, bytes: 3 });
    expect(newest().head.text).toContain('Transfer-Encoding: chunked');
  });

  it('equals the request of the test sender, byte for byte', async () => {
    const body = '{"text":"“quotes” \\"and\\" \n line breaks 🔔"}';
    const headers = [{ name: 'X-Unicode', value: '監視 é' }];
    const sent = await createTestSender({ version: '1.2.3' }).send(
      { method: 'PUT', url: new URL('/hook?a=1', address).href, headers, body },
      'receiver',
    );
    expect(sent.answer?.status).toBe(200);
    expect(newest()).toMatchObject({ method: 'PUT', path: '/hook?a=1', body: { text: body } });
    expect(newest().head.text).toContain('X-Unicode: 監視 é\r\n');
  });

  it('is truncated at its limit', async () => {
    await receiver.close();
    await start({ limits: { body: 4 }, kept: 2 });
    for (const path of ['/1', '/2', '/3']) {
      await request(new URL(path, address), { method: 'POST', body: 'abcdefgh' });
    }
    expect(receiver.state().received.map(({ path, bytes }) => `${path} ${bytes}`)).toEqual([
      '/3 8',
      '/2 8',
    ]);
    expect(newest().body).toMatchObject({ text: 'abcd', bytes: 8, truncated: true });
    expect(receiver.read(1)).toBeNull();
  });

  it('may be incomplete or not HTTP', async () => {
    const breaking = connect({ host: address.hostname, port: Number(address.port) });
    breaking.write('POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab', () => {
      breaking.resetAndDestroy();
    });
    await expect.poll(() => receiver.state().received).toHaveLength(1);
    expect(newest()).toMatchObject({ path: '/half', status: null, body: { text: 'ab' } });

    await sendBytes('\x16\x03\x01\x02\0\x01');
    expect(receiver.state().received).toHaveLength(2);
    expect(newest()).toMatchObject({ method: '', path: '', status: null, bytes: 0 });
    expect(newest().head).toMatchObject({ text: '\x16\x03\x01\x02\0\x01' });

    await sendBytes('POST /odd HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n');
    expect(receiver.state().received).toHaveLength(3);
    expect(newest()).toMatchObject({ path: '/odd', status: null });
  });

  it('needs at least one byte, and a silent connection is closed', { tags: 'slow' }, async () => {
    await receiver.close();
    await start({ limits: { request: 400 } });
    expect(await sendBytes()).toBe('');
    await sendBytes('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    await expect.poll(() => receiver.state().received.map(({ path }) => path)).toEqual(['/slow']);
  });

  it('is the only one of its connection', async () => {
    const one = 'POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na';
    const answer = await sendBytes(one + one.replace('/1', '/2'));
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    expect(receiver.state().received.map(({ path }) => path)).toEqual(['/1']);
    expect(newest().head.text).toMatch(/^POST \/1 .*\r\n\r\n$/s);
  });

  it('is deleted by `clear`', async () => {
    await request(address);
    expect(receiver.clear().received).toEqual([]);
    expect(receiver.read(1)).toBeNull();
  });
});

describe('the response', () => {
  it.each([200, 201, 204, 205, 301, 304, 400, 429, 503, 599])('has status %i', async (status) => {
    receiver.answerWith(status);
    const answer = await request(address, { method: 'POST', body: 'x' });
    expect(answer.statusCode).toBe(status);
    await answer.body.dump();
    expect(receiver.state()).toMatchObject({ status, received: [{ status }] });
  });

  it('does not depend on the method or on Expect', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await request(address, { method });
      await answer.body.dump();
      expect(answer.statusCode).toBe(200);
    }
    const continued = await sendBytes(
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n',
      'a',
    );
    expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    await sendBytes('POST /e HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 1\r\n\r\na');
    expect(newest()).toMatchObject({ path: '/e', status: 200 });
    await sendBytes('GET /without-host HTTP/1.1\r\n\r\n');
    expect(newest()).toMatchObject({ path: '/without-host', status: 200 });
  });
});

describe('the receiver', () => {
  it('listens on loopback only', async () => {
    expect(address.hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address: host } of others) {
      const socket = connect({ host, port: Number(address.port) });
      sockets.push(socket);
      await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  it('starts once for concurrent calls, and `stop` resolves for each caller', async () => {
    const again = await Promise.all([receiver.start(), receiver.start()]);
    expect(again.map((state) => state.address)).toEqual([address.href, address.href]);
    const hanging = sendBytes('POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n');
    await expect.poll(() => sockets.some((socket) => socket.bytesWritten > 0)).toBe(true);
    const [stopped] = await Promise.all([receiver.stop(), receiver.stop(), hanging]);
    expect(stopped.address).toBeNull();
    await expect(request(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const restarted = await receiver.start();
    expect((await request(restarted.address ?? '')).statusCode).toBe(200);
  });

  it('reports every change to its listeners', async () => {
    const told: (number | string | null)[] = [];
    const stop = receiver.onChange(() => {
      const { address: now, status, received } = receiver.state();
      told.push(now === null ? 'stopped' : status, received.length);
    });
    receiver.answerWith(500);
    await request(address);
    receiver.clear();
    await receiver.stop();
    expect(told).toEqual([500, 0, 500, 1, 500, 0, 'stopped', 0]);
    stop();
    await receiver.start();
    expect(told).toHaveLength(8);
  });

  it('stops when it is idle, and keeps its requests', async () => {
    await receiver.close();
    await start({ idle: 500 });
    await request(address);
    await expect.poll(() => receiver.state().address).toBeNull();
    expect(receiver.state().received).toHaveLength(1);
    await expect(request(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
