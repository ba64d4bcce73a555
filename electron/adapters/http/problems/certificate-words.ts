import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import type { CertificateFailure } from '../failure.ts';

/** What stands on a certificate, for the details. */
export const certificateFacts = (certificate: CertificateFacts): Record<string, string> => ({
  'Certificate of': certificate.subject,
  'Issued by': certificate.issuer,
  'Valid from': certificate.validFrom,
  'Valid until': certificate.validTo,
  'For hosts': certificate.names.join(', ') || 'not said',
  Key: certificate.algorithm,
  'SHA-256 fingerprint': certificate.fingerprint,
  'SHA-256 of the key': certificate.spkiSha256,
});

/**
 * What is doubtful about a certificate of `host`, a sentence for each.
 *
 * @param host name and port, as in the address
 */
export function doubtWords(
  doubts: readonly CertificateDoubt[],
  { names, validFrom, validTo, algorithm }: CertificateFacts,
  host: string,
): string {
  const words: Record<CertificateDoubt, string> = {
    changed: `The key that ${host} shows is not the one that was trusted for it.`,
    'unknown-issuer': `The certificate of ${host} is not one that this machine trusts, so it is not certain who answers.`,
    expired: `The certificate of ${host} has expired${past(validTo)}.`,
    'not-yet-valid': `The certificate of ${host} is not valid yet${ahead(validFrom)}.`,
    'other-host': `The certificate that ${host} shows is for another host: ${names.join(', ') || 'none is named'}.`,
    weak: `The certificate of ${host} is too weak to prove anything (${algorithm}): its key or a signature of its chain can be forged.`,
    other: `The certificate of ${host} is not made for this use.`,
  };
  return doubts.map((doubt) => words[doubt]).join(' ');
}

/** Left out where it is the certificate's issuer that has expired, and not the certificate. */
const past = (validTo: string): string =>
  new Date(validTo) < new Date() ? `, on ${dayOf(validTo)}` : ' in its chain of issuers';
const ahead = (validFrom: string): string =>
  new Date(validFrom) > new Date() ? `, but from ${dayOf(validFrom)} on` : '';

const dayOf = (time: string): string => time.slice(0, 10);

/** What happened and what to do about it. */
export function certificateWords(
  { certificate, doubts, trusted }: CertificateFailure,
  host: string,
): { what: string; advice: string; facts: Record<string, string> } {
  if (trusted !== null) {
    return {
      what: `${host} shows another key than the one that was trusted for it. It was changed, or somebody else answers.`,
      advice:
        'Ask the administrator of the installation whether its certificate was changed, and compare the fingerprint. Trust the new one only if it is the right one.',
      facts: {
        'Trusted fingerprint': trusted.fingerprint,
        'Trusted key': trusted.spkiSha256,
        'Trusted until now': trusted.subject,
      },
    };
  }
  return { what: doubtWords(doubts, certificate, host), advice: adviceFor(doubts), facts: {} };
}

function adviceFor(doubts: readonly CertificateDoubt[]): string {
  if (doubts.includes('weak')) {
    return 'Have a certificate made with a key of at least 2048 bits (RSA) or 256 bits (elliptic curve), signed with SHA-256.';
  }
  if (doubts.includes('unknown-issuer')) {
    return 'Compare the fingerprint with the one that the administrator of the installation knows. If it is the right one, trust this certificate for this installation, or give the CA file of its issuer.';
  }
  if (doubts.includes('expired') || doubts.includes('not-yet-valid')) {
    return 'Check the clock of this machine. If it is right, the installation needs a new certificate.';
  }
  if (doubts.includes('other-host')) {
    return 'Use the host name that the certificate is for, or have a certificate made for this one.';
  }
  return 'Have a certificate made that is for servers. If you know this one, trust it for this installation.';
}
