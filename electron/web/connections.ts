import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connections of a server that are not web sockets. */
export interface Connections {
  /** Stops counting a connection that became a window's web socket. */
  release(socket: Duplex): void;
}

/**
 * Keeps at most so many connections open. A new connection ends an old one: the oldest that waits for a
 * request, or else the oldest of all. So connections without the secret never keep a window out.
 */
export function limitConnections(server: Server, atMost: number): Connections {
  // Sets keep their order: the first has waited or worked longest.
  const waiting = new Set<Duplex>();
  const busy = new Set<Duplex>();

  const release = (socket: Duplex): void => {
    waiting.delete(socket);
    busy.delete(socket);
  };

  server.on('connection', (socket: Duplex) => {
    socket.once('close', () => {
      release(socket);
    });
    if (waiting.size + busy.size >= atMost) {
      const [oldest] = waiting.size > 0 ? waiting : busy;
      if (oldest !== undefined) {
        release(oldest);
        oldest.destroy();
      }
    }
    waiting.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!waiting.delete(socket)) return;
    busy.add(socket);
    response.once('close', () => {
      if (busy.delete(socket) && !socket.destroyed) waiting.add(socket);
    });
  });
  return { release };
}
