import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Closes the oldest idle connection, or else the oldest, so that strangers lock no window out. */
export function limitConnections(server: Server, atMost: number): (socket: Duplex) => void {
  // Insertion order: the first entry is the oldest.
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
  return release;
}
