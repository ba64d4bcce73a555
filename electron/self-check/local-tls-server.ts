import { createServer } from 'node:https';
import { closeServer, listenOnLoopback, loopback } from '#adapters/http/loopback-server.ts';
import { selfSigned } from './self-signed.ts';

export interface LocalTlsServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests after a successful handshake. */
  readonly requests: () => number;
}

/** @param clientCertificate the only one that the server accepts, in PEM; `null` to need none */
export async function localTlsServer(
  clientCertificate: string | null = null,
): Promise<LocalTlsServer> {
  let requests = 0;
  const options = {
    ...selfSigned('Hookdesk self-check'),
    requestCert: clientCertificate !== null,
    rejectUnauthorized: clientCertificate !== null,
    ...(clientCertificate === null ? {} : { ca: clientCertificate }),
  };
  const server = createServer(options, (_request, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  });
  // Clients that refuse the certificate are expected.
  server.on('tlsClientError', () => undefined);
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `https://${loopback}:${port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
