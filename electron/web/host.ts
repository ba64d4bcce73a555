import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemClock } from '#adapters/clock/clock.ts';
import { type InstanceLock, lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { closeServer, listenOnLoopback, loopback } from '#adapters/http/loopback-server.ts';
import { isOfOtherUser } from '#adapters/machine/socket-user.ts';
import type { Composition } from '#compose/compose.ts';
import { createCore } from '#core/core.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { withTimeout } from '#core/with-timeout.ts';
import { openCommandSockets } from '#rpc/command-sockets.ts';
import { routerServer } from '#rpc/router-server.ts';
import { rpcSockets } from '#rpc/rpc-sockets.ts';
import { refuseUpgrade } from './answers.ts';
import { BrowserSession, rpcProtocol } from './browser-session.ts';
import { ownAddresses, type OwnAddresses } from './own-addresses.ts';
import type { Page } from './page.ts';
import { answerRequest, pathOf } from './answer-request.ts';

export const webLimits = {
  /** A browser opens 6 to a host, so these are for about 40 browsers. */
  connections: 256,
  /** Milliseconds between two requests, or for the head of one. A request may be silent for twice as long. */
  idle: 5_000,
  windows: 32,
  /** Bytes of output that one window may leave unread. The largest answer has some megabytes. */
  unread: 64 * 1024 * 1024,
};
export type WebLimits = Readonly<typeof webLimits>;

const defaultHeartbeatMilliseconds = 30_000;
const closeMilliseconds = { windows: 500, composition: 3_000 };

export interface WebHostOptions {
  readonly dataFolder: string;
  readonly version: string;
  /** Empty with a development server. */
  readonly page: Page;
  readonly compose: (lock: InstanceLock) => Composition | Promise<Composition>;
  /** 0 for a free port. */
  readonly port?: number;
  readonly devOrigin?: string | null;
  /** Milliseconds between two pings. */
  readonly heartbeat?: number;
  readonly limits?: Partial<WebLimits>;
  readonly report?: (description: string) => void;
}

export interface WebHost {
  readonly url: string;
  /** Works once: the fragment contains the one-time key. */
  readonly urlWithKey: string;
  /** Resolves when the key is exchanged for a secret. */
  readonly keyExchanged: Promise<unknown>;
  /** Takes at most 5 s. */
  readonly close: () => Promise<void>;
}

/**
 * Locks the data folder, composes the core, and serves it to a browser.
 * @throws AlreadyRunning, ProblemError for the data folder, or an error with code `EADDRINUSE`
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const lock = await lockInstance(options.dataFolder);
  try {
    const composition = await options.compose(lock);
    try {
      return await serve(options, composition, lock);
    } catch (error) {
      await composition.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serve(
  options: WebHostOptions,
  composition: Composition,
  lock: InstanceLock,
): Promise<WebHost> {
  const { devOrigin = null, dataFolder, version, page } = options;
  const limits = { ...webLimits, ...options.limits };
  const server = createServer({
    headersTimeout: limits.idle,
    keepAliveTimeout: limits.idle,
    requestTimeout: 2 * limits.idle,
    connectionsCheckingInterval: Math.min(limits.idle, 1_000),
  });
  // Applies to each connection that is no web socket, even during an answer.
  server.timeout = 2 * limits.idle;
  const excludeConnection = limitConnections(server, limits.connections);
  const port = await listenOnLoopback(server, options.port);
  const url = new URL(`http://${loopback}:${port}`).href;
  const { ports, notices } = composition;
  const report = (description: string): void => {
    options.report?.(ports.secretsInUse.mask(description));
  };
  const commands = await openCommandSockets({ dataFolder, version, report });
  try {
    lock.announce({
      host: 'web',
      address: url,
      ...(commands !== null && { endpoint: commands.endpoint }),
    });
  } catch (error) {
    // An open port or socket would keep the process alive.
    await Promise.all([closeServer(server), commands?.close()]);
    throw error;
  }

  const core = createCore(ports, { version, host: 'web', dataFolder, notices });
  const heartbeat = options.heartbeat ?? defaultHeartbeatMilliseconds;
  const { serveSocket, serveCommand } = routerServer(core, report);
  const rpc = rpcSockets(serveSocket, { protocol: rpcProtocol, heartbeat, limits, report });
  commands?.serve(serveCommand);
  const session = new BrowserSession();
  const addresses = ownAddresses(port, devOrigin);
  const pageUrl = devOrigin === null ? url : `${devOrigin}/`;
  const requestContext = { addresses, session, page, url: pageUrl, hasRoom: rpc.hasRoom };
  server.on('request', (request, response) => {
    answerRequest(requestContext, request, response).catch((error: unknown) => {
      report(describeUnexpected(error));
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket: Duplex, head) => {
    if (!mayUpgrade(addresses, session, request)) refuseUpgrade(socket, 403);
    else if (!rpc.hasRoom()) refuseUpgrade(socket, 503);
    else {
      excludeConnection(socket);
      rpc.accept(request, socket, head);
    }
  });

  const shutDown = async (): Promise<void> => {
    const serverClosed = once(server, 'close');
    server.close();
    await core.prepareClose();
    await Promise.all([rpc.close(closeMilliseconds.windows), commands?.close(), core.close()]);
    server.closeAllConnections();
    await serverClosed;
    await withTimeout(systemClock, composition.close(), closeMilliseconds.composition);
    lock.release();
  };
  let closed: Promise<void> | null = null;
  return {
    url,
    urlWithKey: `${pageUrl}#key=${session.key}`,
    keyExchanged: session.keyExchanged,
    close: () => (closed ??= shutDown()),
  };
}

/** Browsers let foreign pages open web sockets, so only this check protects the core. */
function mayUpgrade(
  addresses: OwnAddresses,
  session: BrowserSession,
  { headers, url, method, socket }: IncomingMessage,
): boolean {
  return (
    method === 'GET' &&
    pathOf(url) === '/rpc' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    addresses.isOfOwnWindow(headers, false) &&
    session.isOffered(headers['sec-websocket-protocol']) &&
    !isOfOtherUser(socket)
  );
}

/**
 * Closes the oldest idle connection, or else the oldest, so that other programs cannot use up all connections.
 * @returns excludes a connection, such as the web socket of a window
 */
function limitConnections(server: Server, atMost: number): (socket: Duplex) => void {
  // Insertion order: the first entry is the oldest.
  const idle = new Set<Duplex>();
  const busy = new Set<Duplex>();

  const release = (socket: Duplex): void => {
    idle.delete(socket);
    busy.delete(socket);
  };

  server.on('connection', (socket: Duplex) => {
    socket.once('close', () => {
      release(socket);
    });
    if (idle.size + busy.size >= atMost) {
      const [oldest] = idle.size > 0 ? idle : busy;
      if (oldest !== undefined) {
        release(oldest);
        oldest.destroy();
      }
    }
    idle.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!idle.delete(socket)) return;
    busy.add(socket);
    response.once('close', () => {
      if (busy.delete(socket) && !socket.destroyed) idle.add(socket);
    });
  });
  return release;
}
