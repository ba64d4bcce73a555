import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the receiver got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  /** Alternating names and values, as sent. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface Receiver {
  readonly port: number;
  readonly got: readonly Got[];
  close(): Promise<void>;
}

/** Starts a loopback server that stores its requests; `answer` responds, by default with 200. */
export async function startReceiver(
  answer: (response: http.ServerResponse, got: Got) => void = (response) => response.end(),
): Promise<Receiver> {
  const got: Got[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', rawHeaders: headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks) };
      got.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    got,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
