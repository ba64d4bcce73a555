import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { Route, SeenCertificate } from '#core/ports.ts';
import type { CertificateFlaw as CertificateIssue } from '#domain/installation/trust.ts';
import { ExchangeFailure, failureOf, withoutNulls } from '../errors/exchange-failure.ts';
import { awaitConnect } from '../routes/await-connect.ts';
import { factsOf, spkiSha256 } from './certificate-facts.ts';
import type { TlsCredentials } from './credentials.ts';
import { issuesOf, hasWeakKey, isFor, type Shown } from './certificate-issues.ts';

export interface Handshake {
  readonly socket: TLSSocket;
  readonly shown: Shown;
}

/** Sends no data: the caller must `check` the certificate first. @throws ExchangeFailure */
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
    // `check` verifies every certificate before the first byte, because it knows the pinned ones.
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

/** Accepts a valid certificate, or the pinned key despite other issues; otherwise closes the socket. */
export function check(
  { socket, shown }: Handshake,
  trust: Route['trust'],
  credentials: TlsCredentials,
): TLSSocket {
  if (isAccepted(shown, trust)) return socket;
  socket.destroy();
  const changed = trust.kind === 'pinned' && !isPinned(shown, trust.certificate.spkiSha256);
  throw new ExchangeFailure(
    'certificate',
    'connecting',
    withoutNulls({ 'System code': shown.error }),
    {
      certificate: factsOf(shown.certificate),
      issues: issues(shown, credentials),
      trusted: changed ? trust.certificate : null,
    },
  );
}

export function describeCertificate(
  shown: Shown,
  trust: Route['trust'],
  credentials: TlsCredentials,
): Omit<SeenCertificate, 'why'> {
  const changed = trust.kind === 'pinned' && !isPinned(shown, trust.certificate.spkiSha256);
  return {
    certificate: factsOf(shown.certificate),
    trusted: isAccepted(shown, trust),
    doubts: [...(changed ? ['changed' as const] : []), ...issues(shown, credentials)],
  };
}

function isAccepted(shown: Shown, trust: Route['trust']): boolean {
  if (hasWeakKey(shown.certificate)) return false;
  if (trust.kind === 'pinned') return isPinned(shown, trust.certificate.spkiSha256);
  return shown.error === null && isFor(shown.certificate, shown.host);
}

const isPinned = (shown: Shown, pin: string): boolean => spkiSha256(shown.certificate) === pin;

const issues = (shown: Shown, { roots }: TlsCredentials): CertificateIssue[] =>
  issuesOf(shown, roots, new Date());

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
