import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';

export const loopback = '127.0.0.1';

/** Returns the port; 0 asks for a free one. */
export async function listenOnLoopback(
  server: HttpServer | HttpsServer,
  port = 0,
): Promise<number> {
  await once(server.listen(port, loopback), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port.');
  return address.port;
}

export async function closeServer(server: HttpServer | HttpsServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
