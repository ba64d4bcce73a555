import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CommandEndpoint } from '#adapters/local-socket/command-endpoint.ts';
import { listenLocally } from '#adapters/local-socket/listen-locally.ts';
import { isSameSecret } from '#adapters/same-secret.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { type RpcSockets, rpcSockets } from './rpc-sockets.ts';
import type { RouterServer } from './router-server.ts';

const heartbeatMilliseconds = 30_000;
const closeMilliseconds = 500;

/** `connections`: with those that did not show the token. `idle`: milliseconds for the head of a request. */
const limits = { windows: 32, unread: 64 * 1024 * 1024, connections: 128, idle: 5_000 };

export interface CommandSockets {
  readonly endpoint: CommandEndpoint;
  /** Call in the same turn of the event loop: earlier commands are refused. */
  readonly serve: (serveCommand: RouterServer['serveCommand']) => void;
  /** Takes at most 0.5 s, whatever commands do. */
  readonly close: () => Promise<void>;
}

interface Options {
  readonly dataFolder: string;
  readonly version: string;
  readonly report: (description: string) => void;
}

/** Serves commands of the same user. `null` when no socket can be opened, which it reports. */
export async function openCommandSockets({
  dataFolder,
  version,
  report,
}: Options): Promise<CommandSockets | null> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer(
    { headersTimeout: limits.idle, connectionsCheckingInterval: 1_000 },
    (_request, response) => {
      response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
    },
  );
  server.maxConnections = limits.connections;
  // Applies to each connection that is no web socket.
  server.timeout = limits.idle;
  let rpc: RpcSockets | null = null;
  server.on('upgrade', (request, socket: Duplex, head) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) refuse(socket, 401);
    else if (rpc?.hasRoom() !== true) refuse(socket, 503);
    else rpc.accept(request, socket, head);
  });
  const localServer = await listenLocally(server, dataFolder).catch((error: unknown) => {
    report(`no commands beside this Hookdesk: ${describeUnexpected(error)}`);
    return null;
  });
  if (localServer === null) return null;
  return {
    endpoint: { path: localServer.path, token, version },
    serve: (serveCommand) => {
      const heartbeat = heartbeatMilliseconds;
      rpc = rpcSockets(serveCommand, { protocol: false, heartbeat, limits, report });
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await rpc?.close(closeMilliseconds);
      server.closeAllConnections();
      await closed;
      localServer.remove();
    },
  };
}

function refuse(socket: Duplex, status: 401 | 503): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
}
