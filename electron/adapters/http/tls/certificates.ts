import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Route, SeenCertificate } from '#core/ports.ts';
import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import { ExchangeFailure, withoutNulls } from '../errors/exchange-failure.ts';
import { certificatesIn, type TlsCredentials } from './credentials.ts';
import type { Handshake } from './handshake.ts';

export interface Shown {
  readonly certificate: X509Certificate;
  readonly chain: readonly X509Certificate[];
  readonly host: string;
  readonly error: string | null;
}

/** Finds all doubts; TLS itself reports only the last one. */
export function doubtsOf(
  shown: Shown,
  roots: () => readonly X509Certificate[],
  now: Date,
): CertificateDoubt[] {
  const { certificate, chain, host, error } = shown;
  const doubts = new Set<CertificateDoubt>();
  if (hasWeakKey(certificate)) doubts.add('weak');
  if (new Date(certificate.validFrom) > now) doubts.add('not-yet-valid');
  if (new Date(certificate.validTo) < now) doubts.add('expired');
  if (!isFor(certificate, host)) doubts.add('other-host');
  if (error !== null) {
    if (!isVouchedFor(certificate, chain, roots())) doubts.add('unknown-issuer');
    if ([certificate, ...chain].some(hasWeakSignature) || chain.some(hasWeakKey)) {
      doubts.add('weak');
    }
    const ofChain = doubtsByCode[error];
    if (ofChain !== undefined) doubts.add(ofChain);
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

function isVouchedFor(
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): boolean {
  let current = certificate;
  for (let step = 0; step < longestChain; step += 1) {
    const { fingerprint256 } = current;
    if (roots.some((root) => root.fingerprint256 === fingerprint256)) return true;
    const issuer = [...chain, ...roots].find(
      (each) =>
        each.fingerprint256 !== fingerprint256 &&
        current.checkIssued(each) &&
        current.verify(each.publicKey),
    );
    if (issuer === undefined) return false;
    current = issuer;
  }
  return false;
}

/** The certificates that a CA file makes Hookdesk trust; `null` for none, or when one cannot be shown. */
export function certificateFactsIn(pem: string): CertificateFacts[] | null {
  try {
    const certificates = certificatesIn(pem);
    return certificates.length === 0 ? null : certificates.map(factsOf);
  } catch (error) {
    // OpenSSL cannot read the key of the certificate.
    if (error instanceof Error) return null;
    throw error;
  }
}

export function factsOf(certificate: X509Certificate): CertificateFacts {
  const { subject, issuer } = certificate.toLegacyObject();
  return {
    subject: nameOf(subject),
    names: namesOf(certificate),
    issuer: nameOf(issuer),
    validFrom: timeOf(certificate.validFrom),
    validTo: timeOf(certificate.validTo),
    algorithm: algorithmOf(certificate),
    spkiSha256: spkiSha256(certificate),
    fingerprint: certificate.fingerprint256,
  };
}

/** Base64 SHA-256 of the SubjectPublicKeyInfo. RFC 7469 §2.4. */
const spkiSha256 = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

function nameOf(name: Partial<PeerCertificate['subject']>): string {
  const parts = [name.CN, name.O, name.OU, name.C].flat();
  const told = parts.filter((part) => typeof part === 'string').map(plain);
  return told.filter((part) => part !== '').join(', ') || '(no name)';
}

/** Removes control characters, because the certificate's author chose these texts. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();

/** Parses `DNS:monitor.test, IP Address:127.0.0.1`; names with a comma are quoted. */
function namesOf({ subjectAltName }: X509Certificate): string[] {
  const parts = (subjectAltName ?? '').match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return parts.map((part) => plain(part.trim().replace(/^(?:DNS|IP Address|URI|email):/, '')));
}

const timeOf = (text: string): string => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? plain(text) : time.toISOString();
};

function algorithmOf({ publicKey }: X509Certificate): string {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const kind = (publicKey.asymmetricKeyType ?? 'unknown').toUpperCase();
  if (modulusLength !== undefined) return `${kind}, ${modulusLength} bits`;
  return namedCurve === undefined ? kind : `${kind}, ${namedCurve}`;
}

/** Accepts a valid certificate, or the pinned key despite other doubts; otherwise closes the socket. */
export function checkCertificate(
  { socket, shown }: Handshake,
  trust: Route['trust'],
  credentials: TlsCredentials,
): TLSSocket {
  if (isAccepted(shown, trust)) return socket;
  socket.destroy();
  throw new ExchangeFailure(
    'certificate',
    'connecting',
    withoutNulls({ 'System code': shown.error }),
    {
      certificate: factsOf(shown.certificate),
      doubts: doubts(shown, credentials),
      replaced: replacedBy(shown, trust),
    },
  );
}

export function describeCertificate(
  shown: Shown,
  trust: Route['trust'],
  credentials: TlsCredentials,
): SeenCertificate {
  const changed = replacedBy(shown, trust) !== null;
  return {
    certificate: factsOf(shown.certificate),
    trusted: isAccepted(shown, trust),
    doubts: [...(changed ? ['changed' as const] : []), ...doubts(shown, credentials)],
  };
}

function isAccepted(shown: Shown, trust: Route['trust']): boolean {
  if (hasWeakKey(shown.certificate)) return false;
  if (trust.kind === 'pinned') return isPinned(shown, trust.certificate.spkiSha256);
  return shown.error === null && isFor(shown.certificate, shown.host);
}

const replacedBy = (shown: Shown, trust: Route['trust']): CertificateFacts | null =>
  trust.kind === 'pinned' && !isPinned(shown, trust.certificate.spkiSha256)
    ? trust.certificate
    : null;

const isPinned = (shown: Shown, pin: string): boolean => spkiSha256(shown.certificate) === pin;

const doubts = (shown: Shown, { roots }: TlsCredentials): CertificateDoubt[] =>
  doubtsOf(shown, roots, new Date());
