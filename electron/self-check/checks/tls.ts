import { createServer } from 'node:https';
import { closeServer, listenOnLoopback, loopback } from '#adapters/http/loopback-server.ts';
import { plainRoute, type Ports, type Route, type Target } from '#core/ports.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { type Check, CheckFailed } from '../check.ts';
import { selfSigned } from '../self-signed.ts';

type Needs = Pick<Ports, 'webhooks' | 'probe'>;

const limit = 20_000;
const onFailure = {
  limit,
  advice:
    'Report it with this table, and do not use this copy of Hookdesk: it may accept a wrong certificate.',
};

export const tlsChecks = (ports: Needs): readonly Check[] => [
  {
    name: 'TLS, pinned key',
    ...onFailure,
    run: async () => {
      await using server = await localTlsServer();
      const pinned = await certificateOf(ports, server);
      await ports.webhooks.list(target(server, { kind: 'pinned', certificate: pinned }), {});
      if (server.requests() !== 1) throw new CheckFailed('The request did not reach the server.');
      return 'answered over the key that is pinned';
    },
  },
  {
    name: 'TLS, wrong key',
    ...onFailure,
    run: async () => {
      await using server = await localTlsServer();
      await using other = await localTlsServer();
      const certificate = await certificateOf(ports, other);
      const trust = { kind: 'pinned', certificate } as const;
      await refused(ports, server, trust, (problem) => problem.code === 'certificate-changed');
      return 'refused before a request was sent';
    },
  },
  {
    name: 'TLS, unknown issuer',
    ...onFailure,
    run: async () => {
      await using server = await localTlsServer();
      await refused(
        ports,
        server,
        { kind: 'system' },
        (problem) =>
          problem.code === 'certificate-untrusted' && problem.doubts.includes('unknown-issuer'),
      );
      return 'refused before a request was sent';
    },
  },
  {
    name: 'TLS, client certificate',
    limit,
    advice: 'Report it with this table. Failures of client certificates may be named wrongly.',
    run: async () => {
      const { cert: pem, key } = selfSigned('Hookdesk self-check client');
      await using server = await localTlsServer(pem);
      const certificate = await certificateOf(ports, server);
      const trust = { kind: 'pinned', certificate } as const;
      await refused(ports, server, trust, (problem) => problem.code === 'client-certificate');
      const clientCertificate = { pem, key };
      await ports.webhooks.list(target(server, trust, clientCertificate), {});
      if (server.requests() !== 1) throw new CheckFailed('The request did not reach the server.');
      return 'refused without one, and answered with one';
    },
  },
];

const target = (
  { baseUrl }: LocalTlsServer,
  trust: Route['trust'],
  clientCertificate: Route['clientCertificate'] = null,
): Target => ({
  baseUrl,
  apiRoot: '/api',
  variant: 'B',
  authToken: null,
  route: { ...plainRoute, trust, clientCertificate, proxy: { kind: 'none' } },
});

async function certificateOf({ probe }: Needs, server: LocalTlsServer): Promise<CertificateFacts> {
  const { certificate, trusted } = await probe.certificate(target(server, { kind: 'system' }));
  if (trusted) throw new CheckFailed('A certificate without a trusted authority is trusted.');
  return certificate;
}

/** @throws CheckFailed if the request succeeds, or fails for another reason */
async function refused(
  { webhooks }: Needs,
  server: LocalTlsServer,
  trust: Route['trust'],
  isExpected: (problem: Problem) => boolean,
): Promise<void> {
  const problem = await problemOf(webhooks.list(target(server, trust), {}));
  if (problem === null || server.requests() > 0) {
    throw new CheckFailed('The server was accepted, although it has to be refused.');
  }
  if (isExpected(problem)) return;
  const system = problem.facts.find(({ label }) => label === 'System code')?.value ?? 'none';
  throw new CheckFailed(
    `The server was refused for another reason: ${problem.code}, system code ${system}.`,
  );
}

async function problemOf(work: Promise<unknown>): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}

interface LocalTlsServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests after a successful handshake. */
  readonly requests: () => number;
}

/** @param clientCertificate the only one that the server accepts, in PEM; `null` to need none */
async function localTlsServer(clientCertificate: string | null = null): Promise<LocalTlsServer> {
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
