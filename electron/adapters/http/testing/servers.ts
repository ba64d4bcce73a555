import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server of a test, and what it has seen. */
export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  /** Connections that are open now. */
  readonly open: () => number;
  /** Connections that were ever made. */
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

/** Serves whatever the function does with a connection. */
export const rawServer = (listener: (socket: Socket) => void): Promise<TestServer> =>
  serve(createNetServer(listener), 'http');

/**
 * Answers each request with these bytes, once the request's head has come, and then does as told
 * with the connection.
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

/** A port on loopback on which no service is listening. */
export async function freePort(): Promise<number> {
  const server = await rawServer(() => undefined);
  await server[Symbol.asyncDispose]();
  return server.port;
}

/** Listens on a free port of loopback, and knows its connections. */
export async function serve(server: Server | NetServer, scheme: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // A client that gives up is what many of these tests are about.
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
