import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { RPCHandler } from '@orpc/server/message-port';
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { CommandEndpoint } from '#adapters/local-socket/command-endpoint.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { Ports } from '#core/ports.ts';
import { createCore } from '#core/core.ts';
import { reportingUnexpected } from '#core/rpc-errors.ts';
import { commandSocket, portOf } from '#rpc/command-client.ts';
import { untilOpen } from '#rpc/until-open.ts';
import { startWebHost, type WebHost } from '../electron/web/host.ts';

/** A window of a test: the client of a real window, and the messages to it. */
export interface TestWindow {
  readonly client: HookdeskClient;
  /** All messages to the window, as sent. */
  readonly received: readonly string[];
  /** Called procedures, such as `webhooks.list`. */
  readonly asked: ReadonlySet<string>;
  /** Unexpected errors that the host reported. */
  readonly reported: readonly string[];
  /** Closes the window, as a person does. */
  readonly leave: () => Promise<void>;
  /** Ends the host, with its open windows. */
  readonly end: () => Promise<void>;
}

/** Time limit for a host to accept a socket, in milliseconds. */
const openLimit = 10_000;

/** Of the desktop's window, of the web host's, and of a command beside either. */
export type Transport = 'message port' | 'web socket' | 'local socket';
export const transports: readonly Transport[] = ['message port', 'web socket', 'local socket'];

/** Serves a core with these ports like one of the hosts, and opens a window on it. */
export function openWindow(
  transport: Transport,
  ports: Ports,
  folder: string,
  notices: readonly string[] = [],
): Promise<TestWindow> {
  switch (transport) {
    case 'message port':
      return Promise.resolve(windowOnPort(ports, notices));
    case 'web socket':
      return windowOnHost(ports, folder, notices, openPage);
    case 'local socket':
      return windowOnHost(ports, folder, notices, (_host, notes) => openCommand(folder, notes));
  }
}

interface OpenedSocket {
  readonly client: HookdeskClient;
  readonly leave: () => Promise<void>;
}

/** As the page of the web host does. */
async function openPage(
  { url, urlWithKey }: WebHost,
  { receive, linkOptions }: Notes,
): Promise<OpenedSocket> {
  const secret = await tradeKey(url, new URL(urlWithKey).hash.slice('#key='.length));
  const socket = await openWith(url, secret, new URL(url).origin);
  socket.addEventListener('message', ({ data }) => {
    receive(data);
  });
  const closed = once(socket, 'close');
  return {
    client: createORPCClient(new SocketLink({ websocket: socket, ...linkOptions })),
    leave: async () => {
      socket.close();
      await closed;
    },
  };
}

/** As a command does, beside the host of the folder. */
async function openCommand(folder: string, { receive, linkOptions }: Notes): Promise<OpenedSocket> {
  const announced: unknown = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8'));
  const { endpoint } = z.object({ endpoint: CommandEndpoint }).parse(announced);
  const socket = commandSocket(endpoint, openLimit);
  socket.addEventListener('message', ({ data }) => {
    receive(data);
  });
  const closed = once(socket, 'close');
  await once(socket, 'open');
  return {
    client: createORPCClient(new PortLink({ port: portOf(socket), ...linkOptions })),
    leave: async () => {
      socket.close();
      await closed;
    },
  };
}

type Notes = ReturnType<typeof takeNotes>;

/** Records the messages to the window and its calls. */
function takeNotes() {
  const notes = { received: [] as string[], asked: new Set<string>(), reported: [] as string[] };
  const report = (description: string): void => {
    notes.reported.push(description);
  };
  const receive = (data: unknown): void => {
    if (typeof data !== 'string') throw new Error('A message to the window was not text.');
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
  const core = createCore(ports, about);
  new RPCHandler(core.router, reportingUnexpected(report)).upgrade(port1);
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
  const end = async (): Promise<void> => {
    await leaveOnce();
    // It would write to the data folder after the test.
    await core.close();
  };
  return { client: createORPCClient(link), ...notes, leave: leaveOnce, end };
}

async function windowOnHost(
  ports: Ports,
  dataFolder: string,
  notices: readonly string[],
  open: (host: WebHost, notes: Notes) => Promise<OpenedSocket>,
): Promise<TestWindow> {
  const notes = takeNotes();
  const host = await startWebHost({
    dataFolder,
    version: '1.2.3',
    page: new Map(),
    compose: () => Promise.resolve({ ports, notices, close: () => ports.practice.stop() }),
    report: notes.report,
  });
  return { ...(await open(host, notes)), ...notes.notes, end: host.close };
}

/** Exchanges the one-time key for the secret that every window sends. */
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
  await untilOpen(socket, AbortSignal.timeout(openLimit));
  return socket;
}

/** A window's client with that secret. */
export async function clientWith(url: string, secret: string): Promise<HookdeskClient> {
  const websocket = await openWith(url, secret, new URL(url).origin);
  return createORPCClient(new SocketLink({ websocket }));
}

/** A window's client of a host in another process. */
export async function clientOf(url: string, key: string, origin: string): Promise<HookdeskClient> {
  const websocket = await openWith(url, await tradeKey(url, key, origin), origin);
  return createORPCClient(new SocketLink({ websocket }));
}

/** Runs work as a window with that secret, then closes the window. */
export async function asWindow<Result>(
  url: string,
  secret: string,
  work: (client: HookdeskClient) => Promise<Result>,
): Promise<Result> {
  const websocket = await openWith(url, secret, new URL(url).origin);
  try {
    return await work(createORPCClient(new SocketLink({ websocket })));
  } finally {
    websocket.close();
  }
}
