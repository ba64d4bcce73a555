import { type KeyObject, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls';
import type { Route, SeenCertificate } from '#core/ports.ts';
import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import { ExchangeFailure, failureOf, withoutNulls } from '../errors/exchange-failure.ts';
import { factsOf, spkiSha256 } from './certificate-facts.ts';
import type { TlsCredentials } from './credentials.ts';

/** Accepts a valid certificate, or the pinned key despite other doubts; otherwise closes the socket. */
export function checkCertificate(
  { socket, presented }: Handshake,
  trust: Route['trust'],
  credentials: TlsCredentials,
): TLSSocket {
  if (isAccepted(presented, trust)) return socket;
  socket.destroy();
  throw new ExchangeFailure(
    'certificate',
    'connecting',
    withoutNulls({ 'System code': presented.error }),
    {
      certificate: factsOf(presented.certificate),
      doubts: doubts(presented, credentials),
      replaced: replacedBy(presented, trust),
    },
  );
}

/** The certificate for a person, with every reason against it. */
export function describeCertificate(
  presented: PresentedCertificate,
  trust: Route['trust'],
  credentials: TlsCredentials,
): SeenCertificate {
  const changed = replacedBy(presented, trust) !== null;
  return {
    certificate: factsOf(presented.certificate),
    trusted: isAccepted(presented, trust),
    doubts: [...(changed ? ['changed' as const] : []), ...doubts(presented, credentials)],
  };
}

function isAccepted(presented: PresentedCertificate, trust: Route['trust']): boolean {
  if (hasWeakKey(presented.certificate)) return false;
  if (trust.kind === 'pinned') return isPinned(presented, trust.certificate.spkiSha256);
  return presented.error === null && isFor(presented.certificate, presented.host);
}

const replacedBy = (
  presented: PresentedCertificate,
  trust: Route['trust'],
): CertificateFacts | null =>
  trust.kind === 'pinned' && !isPinned(presented, trust.certificate.spkiSha256)
    ? trust.certificate
    : null;

const isPinned = (presented: PresentedCertificate, pin: string): boolean =>
  spkiSha256(presented.certificate) === pin;

const doubts = (presented: PresentedCertificate, { roots }: TlsCredentials): CertificateDoubt[] =>
  doubtsOf(presented, roots, new Date());

/** What a server presented in the TLS handshake. */
interface PresentedCertificate {
  readonly certificate: X509Certificate;
  readonly chain: readonly X509Certificate[];
  /** The host that was connected to. */
  readonly host: string;
  /** The code with which TLS does not trust it; `null` when it does. */
  readonly error: string | null;
}

/** Finds all doubts; TLS itself reports only the last one. */
export function doubtsOf(
  presented: PresentedCertificate,
  roots: () => readonly X509Certificate[],
  now: Date,
): CertificateDoubt[] {
  const { certificate, chain, host, error } = presented;
  const doubts = new Set<CertificateDoubt>();
  if (hasWeakKey(certificate)) doubts.add('weak');
  if (new Date(certificate.validFrom) > now) doubts.add('not-yet-valid');
  if (new Date(certificate.validTo) < now) doubts.add('expired');
  if (!isFor(certificate, host)) doubts.add('other-host');
  if (error !== null) {
    if (!hasTrustedIssuer(certificate, chain, roots())) doubts.add('unknown-issuer');
    if ([certificate, ...chain].some(hasWeakSignature) || chain.some(hasWeakKey)) {
      doubts.add('weak');
    }
    const doubtOfChain = doubtsByCode[error];
    if (doubtOfChain !== undefined) doubts.add(doubtOfChain);
    if (doubts.size === 0) doubts.add('other');
  }
  return [...doubts];
}

const doubtsByCode: Readonly<Record<string, CertificateDoubt>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
};

/** Source: RFC 9525. */
const isFor = (certificate: X509Certificate, host: string): boolean =>
  checkServerIdentity(host, certificate.toLegacyObject()) === undefined;

/** Below 112 bits of strength, or unreadable: BoringSSL has no DSA and few curves. NIST SP 800-131A. */
export function hasWeakKey(certificate: X509Certificate): boolean {
  const publicKey = keyOf(certificate);
  if (publicKey === null) return true;
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  if (publicKey.asymmetricKeyType === 'dsa') return true;
  if (modulusLength !== undefined) return modulusLength < 2048;
  // Curve names contain the size: prime192v1, secp160k1, sect163k1.
  const size = /\d{3}/.exec(namedCurve ?? '')?.[0];
  return size !== undefined && Number(size) < 224;
}

function keyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Forgeable signatures. A self-signature proves nothing, so its algorithm is ignored. */
const hasWeakSignature = (certificate: X509Certificate): boolean =>
  /md[245]|sha-?1(?!\d)/i.test(certificate.signatureAlgorithm ?? '') &&
  certificate.subject !== certificate.issuer;

const longestChain = 10;

function hasTrustedIssuer(
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): boolean {
  let current = certificate;
  for (let step = 0; step < longestChain; step += 1) {
    const { fingerprint256 } = current;
    if (roots.some((root) => root.fingerprint256 === fingerprint256)) return true;
    const issuer = [...chain, ...roots].find(
      (candidate) =>
        candidate.fingerprint256 !== fingerprint256 &&
        current.checkIssued(candidate) &&
        current.verify(candidate.publicKey),
    );
    if (issuer === undefined) return false;
    current = issuer;
  }
  return false;
}

/** A TLS connection whose certificate is not checked yet. */
export interface Handshake {
  readonly socket: TLSSocket;
  readonly presented: PresentedCertificate;
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
    throw clientRefusal(secure, error) ?? failureOf(error, 'connecting');
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
  return { socket: secure, presented: { certificate, chain, host, error } };
}

/** Up to TLS 1.2, a server that lacks our certificate only aborts, after sending its own certificate. */
function clientRefusal(socket: TLSSocket, error: unknown): ExchangeFailure | null {
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

/** @throws the socket's error or the signal's reason, and closes the socket */
export async function awaitConnect(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  // Stays for good: a late error without a listener would end the process.
  socket.on('error', () => undefined);
  const done = new AbortController();
  const options = { signal: AbortSignal.any([signal, done.signal]) };
  const closed = once(socket, 'close', options).then(() => {
    throw Object.assign(new Error('Closed'), { code: 'ECONNRESET' });
  });
  try {
    await Promise.race([once(socket, event, options), closed]);
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
}
