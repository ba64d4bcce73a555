import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { RPCHandler } from '@orpc/server/message-port';
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket } from 'undici';
import { z } from 'zod';
import type { HookdeskClient } from '#contract/index.ts';
import type { Ports } from '#core/ports.ts';
import { createCore } from '#core/core.ts';
import { reportingUnexpected } from '#core/report-unexpected.ts';
import { startWebHost } from '../electron/web/host.ts';

/** A window of a test: a client as the real one has it, and all that crossed to it. */
export interface TestWindow {
  readonly client: HookdeskClient;
  /** Every message that reached the window, as it came over the wire. */
  readonly received: readonly string[];
  /** Procedures that were asked for, such as `webhooks.list`. */
  readonly asked: ReadonlySet<string>;
  /** What the host reported as unexpected. */
  readonly reported: readonly string[];
  /** The window goes away, as when a person closes it. */
  readonly leave: () => Promise<void>;
  /** The host ends, with whatever window is still there. */
  readonly end: () => Promise<void>;
}

/** The two hosts, by how a window reaches them. */
export type Transport = 'message port' | 'web socket';
export const transports: readonly Transport[] = ['message port', 'web socket'];

/** Serves the core on these ports as one of the hosts does, and opens a window on it. */
export function openWindow(
  transport: Transport,
  ports: Ports,
  folder: string,
  notices: readonly string[] = [],
): Promise<TestWindow> {
  return transport === 'message port'
    ? Promise.resolve(windowOnPort(ports, notices))
    : windowOnSocket(ports, folder, notices);
}

/** Notes what crosses to the window and which procedures it asks for. */
function takeNotes() {
  const notes = { received: [] as string[], asked: new Set<string>(), reported: [] as string[] };
  const report = (description: string): void => {
    notes.reported.push(description);
  };
  const receive = (data: unknown): void => {
    if (typeof data !== 'string')
      throw new Error('Something else than text crossed to the window.');
    notes.received.push(data);
  };
  const ask = ({ path, next }: { path: readonly string[]; next: () => Promise<unknown> }) => {
    notes.asked.add(path.join('.'));
    return next();
  };
  return { notes, report, receive, linkOptions: { interceptors: [ask] } };
}

function windowOnPort(ports: Ports, notices: readonly string[]): TestWindow {
  const { notes, report, receive, linkOptions } = takeNotes();
  const { port1, port2 } = new MessageChannel();
  const about = { version: '1.2.3', host: 'desktop', dataFolder: '/data', notices } as const;
  const { router } = createCore(ports, about);
  new RPCHandler(router, reportingUnexpected(report)).upgrade(port1);
  port1.start();
  port2.on('message', receive);
  const link = new PortLink({ port: port2, ...linkOptions });
  const leave = async (): Promise<void> => {
    const closed = once(port1, 'close');
    port2.close();
    await closed;
  };
  let left: Promise<void> | null = null;
  const leaveOnce = (): Promise<void> => (left ??= leave());
  return { client: createORPCClient(link), ...notes, leave: leaveOnce, end: leaveOnce };
}

async function windowOnSocket(
  ports: Ports,
  dataFolder: string,
  notices: readonly string[],
): Promise<TestWindow> {
  const { notes, report, receive, linkOptions } = takeNotes();
  const host = await startWebHost({
    dataFolder,
    version: '1.2.3',
    page: new Map(),
    compose: () => Promise.resolve({ ports, notices, close: () => ports.practice.stop() }),
    report,
  });
  const key = new URL(host.urlWithKey).hash.slice('#key='.length);
  const { origin } = new URL(host.url);
  const socket = await openWith(host.url, await tradeKey(host.url, key), origin);
  socket.addEventListener('message', ({ data }) => {
    receive(data);
  });
  const closed = once(socket, 'close');
  const link = new SocketLink({ websocket: socket, ...linkOptions });
  return {
    client: createORPCClient(link),
    ...notes,
    leave: async () => {
      socket.close();
      await closed;
    },
    end: host.close,
  };
}

/** Trades the one-time key as the window does; returns the secret that every window shows. */
export async function tradeKey(
  url: string,
  key: string,
  origin = new URL(url).origin,
): Promise<string> {
  const answer = await fetch(new URL('/session', url), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  return z.object({ secret: z.string() }).parse(await answer.json()).secret;
}

async function openWith(url: string, secret: string, origin: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${new URL(url).host}/rpc`, {
    protocols: ['hookdesk', `hookdesk.${secret}`],
    headers: { origin },
  });
  await once(socket, 'open');
  return socket;
}

/** A window's client, with the secret that the key was traded for. */
export async function clientWith(url: string, secret: string): Promise<HookdeskClient> {
  const websocket = await openWith(url, secret, new URL(url).origin);
  return createORPCClient(new SocketLink({ websocket }));
}

/** A window's client of a host that runs elsewhere. */
export async function clientOf(url: string, key: string, origin: string): Promise<HookdeskClient> {
  const websocket = await openWith(url, await tradeKey(url, key, origin), origin);
  return createORPCClient(new SocketLink({ websocket }));
}
