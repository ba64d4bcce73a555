import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCore } from '#core/core.ts';
import { clientOf, leave } from '../fakes/page.fake.ts';
import { FakeFrame, FakeWebContents } from '../fakes/window.fake.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import type { Ports, WebhookService } from '#core/ports.ts';
import { routerServer } from '#rpc/router-server.ts';
import { connectPage } from './connect-page.ts';

vi.mock('electron', () => import('../electron.fake.ts'));

const origin = 'app://hookdesk';
const frames: FakeFrame[] = [];

/** Fake ports with one connection, `test`. */
function portsWith(webhooks: Partial<WebhookService> = {}): Ports {
  const ports = fakePorts();
  const place = { baseUrl: 'http://127.0.0.1:1', apiRoot: '/api/v6', variant: 'A' as const };
  const authentication = { kind: 'none' as const };
  const test = { ...blankConnection, ...place, id: 'test', name: 'Test', authentication };
  ports.settings.saved = [{ ...test, practice: false }];
  return { ...ports, webhooks: Object.assign(ports.webhooks, webhooks) };
}

function served(ports = portsWith(), reports: string[] = []): FakeWebContents {
  const contents = new FakeWebContents();
  const about = { version: '1.2.3', host: 'desktop', dataFolder: '/data', notices: [] } as const;
  const { servePort } = routerServer(createCore(ports, about), (what) => reports.push(what));
  connectPage(contents, origin, servePort);
  return contents;
}

function frameOf(from: string): FakeFrame {
  const frame = new FakeFrame(from);
  frames.push(frame);
  return frame;
}

function connect(contents: FakeWebContents, frame: FakeFrame | null): void {
  contents.ipc.emit('hookdesk:connect', { senderFrame: frame });
}

afterEach(() => {
  for (const frame of frames.splice(0)) leave(frame);
});

describe('the page', () => {
  test('receives one port, and gets responses on it', async () => {
    const contents = served();
    const frame = frameOf(origin);
    connect(contents, frame);
    expect(frame.posted.map(({ channel, ports }) => [channel, ports.length])).toEqual([
      ['hookdesk:port', 1],
    ]);
    const about = await clientOf(frame).app.about();
    expect(about).toMatchObject({ version: '1.2.3', host: 'desktop', notices: [] });
  });

  test('receives problems with their data', async () => {
    const contents = served();
    const frame = frameOf(origin);
    connect(contents, frame);
    const asked = clientOf(frame).webhooks.read({ connectionId: 'none', webhookId: 1 });
    await expect(asked).rejects.toMatchObject({
      code: 'PROBLEM',
      data: { code: 'no-such-connection' },
    });
  });
});

test('a page above the limit of streams is refused further ones with a message', async () => {
  const contents = served();
  const frame = frameOf(origin);
  connect(contents, frame);
  const { app, journal } = clientOf(frame);
  const follow = async (): Promise<unknown> => (await journal.watch()).next();
  const all = await Promise.allSettled(Array.from({ length: 1_001 }, follow));
  const refused = all.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('the limit of 1000 streams'),
  ]);
  await expect(app.about()).resolves.toMatchObject({ host: 'desktop' });
});

test('an unexpected error is reported without its message', async () => {
  const reports: string[] = [];
  const list = () => Promise.reject(new RangeError('canary-6f1e'));
  const contents = served(portsWith({ list }), reports);
  const frame = frameOf(origin);
  connect(contents, frame);
  const events = await clientOf(frame).webhooks.list({ connectionId: 'test' });
  await expect(events.next()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  expect(reports.join()).toContain('RangeError');
  expect(reports.join()).not.toContain('canary-6f1e');
});

describe('no other frame receives a port', () => {
  test.each(['https://example.com', 'app://other', 'http://127.0.0.1:5173', 'null', ''])(
    'not a page of the origin "%s"',
    (foreign) => {
      const frame = frameOf(foreign);
      connect(served(), frame);
      expect(frame.posted).toEqual([]);
    },
  );

  test('not a frame inside the page', () => {
    const frame = Object.assign(frameOf(origin), { parent: frameOf(origin) });
    connect(served(), frame);
    expect(frame.posted).toEqual([]);
  });

  test('not a frame that is gone', () => {
    const contents = served();
    connect(contents, null);
    const frame = frameOf(origin);
    frame.destroyed = true;
    connect(contents, frame);
    expect(frame.posted).toEqual([]);
  });

  test('and a foreign request leaves the page connected', async () => {
    const contents = served();
    const frame = frameOf(origin);
    connect(contents, frame);
    connect(contents, frameOf('https://example.com'));
    await expect(clientOf(frame).app.about()).resolves.toMatchObject({ host: 'desktop' });
  });
});

describe('the end of a connection', () => {
  /** A list whose read ends only on abort. */
  function endless() {
    const begun = Promise.withResolvers<null>();
    const ended = Promise.withResolvers<null>();
    const ports = portsWith({
      list: (_target, { signal }) => {
        begun.resolve(null);
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            ended.resolve(null);
            reject(new Error('given up'));
          });
        });
      },
    });
    return { ports, begun: begun.promise, ended: ended.promise };
  }

  async function reading(contents: FakeWebContents, begun: Promise<unknown>): Promise<void> {
    const frame = frameOf(origin);
    connect(contents, frame);
    const events = await clientOf(frame).webhooks.list({ connectionId: 'test' });
    // The result of the stream does not matter. These tests check the work behind it.
    events.next().catch(() => undefined);
    await begun;
  }

  test('follows a new request of the page, and aborts the work of the old port', async () => {
    const { ports, begun, ended } = endless();
    const contents = served(ports);
    await reading(contents, begun);

    const frame = frameOf(origin);
    connect(contents, frame);
    await ended;
    await expect(clientOf(frame).app.about()).resolves.toMatchObject({ host: 'desktop' });
  });

  test('follows the end of the window', async () => {
    const { ports, begun, ended } = endless();
    const contents = served(ports);
    await reading(contents, begun);
    contents.emit('destroyed');
    await ended;
  });

  test('follows when the page closes its port', async () => {
    const { ports, begun, ended } = endless();
    const contents = served(ports);
    await reading(contents, begun);
    frames.at(-1)?.posted.at(-1)?.ports[0]?.close();
    await ended;
  });
});
