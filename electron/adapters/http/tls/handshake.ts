import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { ExchangeFailure, failureOf } from '../errors/exchange-failure.ts';
import { awaitConnect } from '../routes/await-connect.ts';
import type { TlsCredentials } from './credentials.ts';
import type { Shown } from './certificate-doubts.ts';

export interface Handshake {
  readonly socket: TLSSocket;
  readonly shown: Shown;
}

/** Sends no data: the caller must call `checkCertificate` first. @throws ExchangeFailure */
export async function performHandshake(
  socket: Socket,
  host: string,
  { context }: TlsCredentials,
  signal: AbortSignal,
): Promise<Handshake> {
  const secure = connect({
    socket,
    host,
    // SNI takes no IP address: RFC 6066 §3.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext: context,
    ALPNProtocols: ['http/1.1'],
    // `checkCertificate` verifies every certificate before the first byte, because it knows the pinned ones.
    rejectUnauthorized: false,
  });
  try {
    await awaitConnect(secure, 'secureConnect', signal);
  } catch (error) {
    throw turnedAway(secure, error) ?? failureOf(error, 'connecting');
  }
  // TLS 1.3 rejects a client after the handshake: keep that error, not the end that follows.
  secure.once('error', (error: Error) => secure.destroy(error));
  const [certificate, ...chain] = chainOf(secure.getPeerCertificate(true));
  if (certificate === undefined) {
    secure.destroy();
    throw new ExchangeFailure('not-tls', 'connecting', { 'System code': 'NO_CERTIFICATE' });
  }
  // Typed as an error, but holds its code.
  const error = secure.authorized ? null : String(secure.authorizationError);
  return { socket: secure, shown: { certificate, chain, host, error } };
}

/** Up to TLS 1.2, a server that lacks our certificate only aborts, after sending its own certificate. */
function turnedAway(socket: TLSSocket, error: unknown): ExchangeFailure | null {
  const { facts } = failureOf(error, 'connecting');
  if (facts['System code']?.endsWith('ALERT_HANDSHAKE_FAILURE') !== true) return null;
  if (chainOf(socket.getPeerCertificate(true)).length === 0) return null;
  return new ExchangeFailure('client-certificate', 'connecting', facts);
}

function chainOf(first: Partial<DetailedPeerCertificate> | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const fingerprints = new Set<string>();
  let next = first;
  while (next?.raw !== undefined) {
    const certificate = new X509Certificate(next.raw);
    if (fingerprints.has(certificate.fingerprint256)) break;
    fingerprints.add(certificate.fingerprint256);
    chain.push(certificate);
    next = next.issuerCertificate;
  }
  return chain;
}
