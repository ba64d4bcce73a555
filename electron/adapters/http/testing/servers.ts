import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A test server with its connection counts. */
export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  /** Number of open connections. */
  readonly open: () => number;
  /** Number of connections ever made. */
  readonly connections: () => number;
}

/** Serves HTTP on loopback. */
export const httpServer = (listener: RequestListener): Promise<TestServer> =>
  serve(createHttpServer(listener), 'http');

/** Serves HTTPS on loopback. */
export const httpsServer = (
  options: ServerOptions,
  listener: RequestListener,
): Promise<TestServer> => serve(createHttpsServer(options, listener), 'https');

/** Calls a function for each connection. */
export const rawServer = (listener: (socket: Socket) => void): Promise<TestServer> =>
  serve(createNetServer(listener), 'http');

/**
 * Sends these bytes once the head of a request arrived, and then ends, resets or keeps the
 * connection.
 */
export const bytesServer = (
  bytes: string | Buffer,
  then: 'end' | 'reset' | 'stay' = 'end',
): Promise<TestServer> =>
  rawServer((socket) => {
    socket.once('data', () => {
      socket.write(bytes, () => {
        if (then === 'end') socket.end();
        else if (then === 'reset') socket.resetAndDestroy();
      });
    });
  });

/** Returns a port on loopback without a listening service. */
export async function freePort(): Promise<number> {
  const server = await rawServer(() => undefined);
  await server[Symbol.asyncDispose]();
  return server.port;
}

/** Listens on a free port of loopback, and counts connections. */
export async function serve(server: Server | NetServer, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // Many of these tests cancel requests, which resets sockets.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    port,
    open: () => sockets.size,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}
