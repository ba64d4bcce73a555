import { createHash, type X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import { certificatesIn } from './credentials.ts';

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
export const spkiSha256 = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

function nameOf(name: Partial<PeerCertificate['subject']>): string {
  const parts = [name.CN, name.O, name.OU, name.C].flat();
  const texts = parts.filter((part) => typeof part === 'string').map(withoutControls);
  return texts.filter((part) => part !== '').join(', ') || '(no name)';
}

/** Removes control characters, because the certificate's author chose these texts. */
const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();

/** Parses `DNS:monitor.test, IP Address:127.0.0.1`; names with a comma are quoted. */
function namesOf({ subjectAltName }: X509Certificate): string[] {
  const parts = (subjectAltName ?? '').match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return parts.map((part) =>
    withoutControls(part.trim().replace(/^(?:DNS|IP Address|URI|email):/, '')),
  );
}

const timeOf = (text: string): string => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? withoutControls(text) : time.toISOString();
};

function algorithmOf({ publicKey }: X509Certificate): string {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const kind = (publicKey.asymmetricKeyType ?? 'unknown').toUpperCase();
  if (modulusLength !== undefined) return `${kind}, ${modulusLength} bits`;
  return namedCurve === undefined ? kind : `${kind}, ${namedCurve}`;
}
