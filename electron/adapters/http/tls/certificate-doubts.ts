import type { KeyObject, X509Certificate } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';
import type { CertificateDoubt } from '#domain/installation/trust.ts';

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
export const isFor = (certificate: X509Certificate, host: string): boolean =>
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
