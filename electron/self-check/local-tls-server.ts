import { once } from 'node:events';
import { createServer } from 'node:https';
import { selfSigned } from './self-signed.ts';

export interface LocalTlsServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests after a successful handshake. */
  readonly requests: () => number;
}

/** @param needsCertificate requires a client certificate */
export async function localTlsServer(needsCertificate = false): Promise<LocalTlsServer> {
  let requests = 0;
  const options = {
    ...selfSigned('Hookdesk self-check'),
    requestCert: needsCertificate,
    rejectUnauthorized: needsCertificate,
  };
  const server = createServer(options, (_request, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  });
  // Clients that refuse the certificate are expected.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port.');
  return {
    baseUrl: `https://127.0.0.1:${address.port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
