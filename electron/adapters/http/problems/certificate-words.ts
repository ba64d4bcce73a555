import { certificateRefusal, confirmFingerprint } from '#domain/installation/certificate-words.ts';
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

/** What happened and what to do about it. */
export function certificateWords(
  { doubts, trusted }: CertificateFailure,
  host: string,
): { what: string; advice: string; facts: Record<string, string> } {
  if (trusted !== null) {
    return {
      what: certificateRefusal(['changed'], host),
      advice: `${confirmFingerprint} Trust the new certificate only if it is the right one.`,
      facts: {
        'Trusted fingerprint': trusted.fingerprint,
        'Trusted key': trusted.spkiSha256,
        'Trusted until now': trusted.subject,
      },
    };
  }
  return { what: certificateRefusal(doubts, host), advice: adviceFor(doubts), facts: {} };
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
