import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { buildConnector } from 'undici';

/** Body of every response: the log shows that no real target was called. */
export const standInAnswer = 'Taken by the stand-in of the service; the target was not called.';

/** A local server that accepts every delivery instead of its target. */
export interface StandIn {
  /** Connects to the stand-in for every target, without TLS. */
  readonly connector: buildConnector.connector;
  close(): Promise<void>;
}

export function startStandIn(): StandIn {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(standInAnswer);
    });
  });
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    connector: (_options, callback) => {
      listening.then(
        () => {
          const address = server.address();
          if (address === null || typeof address === 'string') {
            callback(new Error('The stand-in has no port.'), null);
            return;
          }
          const { port } = address;
          const socket = connect({ port, host: '127.0.0.1', noDelay: true });
          socket.once('connect', () => {
            callback(null, socket);
          });
          socket.once('error', (error) => {
            callback(error, null);
          });
        },
        (error: unknown) => {
          callback(error instanceof Error ? error : new Error(String(error)), null);
        },
      );
    },
    close: async () => {
      await listening;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
