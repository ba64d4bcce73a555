import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'undici';

export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers of one connection. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const forwardable = (headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

/** A plain proxy: each request goes to the next of the origins. */
export async function startRoundRobin(origins: readonly string[]): Promise<RoundRobin> {
  const pools = origins.map((origin) => new Pool(origin));
  let next = 0;
  const forward: http.RequestListener = (request, response) => {
    const pool = pools[next % pools.length];
    next += 1;
    const { method = '', url: path = '' } = request;
    buffer(request)
      .then((body) =>
        pool?.request({
          method,
          path,
          headers: forwardable(request.headers),
          body: body.length > 0 ? body : null,
        }),
      )
      .then(
        (answer) => {
          response.writeHead(answer?.statusCode ?? 502, forwardable(answer?.headers ?? {}));
          if (answer === undefined) response.end();
          else answer.body.pipe(response);
        },
        () => {
          response.writeHead(502).end();
        },
      );
  };
  const server = http.createServer(forward);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      await Promise.all(pools.map((pool) => pool.destroy()));
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
