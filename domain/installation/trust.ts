import { z } from 'zod';

/** What a person needs to recognize a certificate. Times in ISO 8601. */
export const CertificateFacts = z.object({
  subject: z.string(),
  names: z.array(z.string()),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  algorithm: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo), base64. Source: RFC 7469 §2.4. */
  spkiSha256: z.string(),
  /** SHA-256 of the whole certificate, hexadecimal with colons. */
  fingerprint: z.string(),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/** Why a certificate is not accepted. */
export const CertificateDoubt = z.enum([
  'unknown-issuer',
  'expired',
  'not-yet-valid',
  'other-host',
  /** The key or the signature can be forged. The user cannot override this. */
  'weak',
  'changed',
  'other',
]);
export type CertificateDoubt = z.infer<typeof CertificateDoubt>;

/** The certificates that are accepted. `ca-file` adds to those of the system. `pinned` accepts one public key only. */
export const Trust = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('ca-file'), fileName: z.string(), pem: z.string() }),
  z.object({ kind: z.literal('pinned'), certificate: CertificateFacts }),
]);
export type Trust = z.infer<typeof Trust>;

/** The private key is in the vault. */
export const ClientCertificate = z.object({ fileName: z.string(), pem: z.string() });
export type ClientCertificate = z.infer<typeof ClientCertificate>;

export const confirmFingerprint =
  'Confirm the fingerprint with the administrator by phone or chat.';

const checkClock =
  'Check the clock of this computer. If the clock is right, the installation needs a new certificate.';

/** Of several issues of a certificate, the first one here gives the advice. */
export const certificateProblems: Readonly<
  Record<CertificateDoubt, { readonly message: string; readonly advice: string }>
> = {
  changed: {
    message: 'The certificate was replaced, or someone is intercepting the connection.',
    advice: `${confirmFingerprint} Trust the new certificate only if it matches.`,
  },
  weak: {
    message: 'This certificate is too weak to trust. Ask for a replacement.',
    advice:
      'Ask for a certificate with a key of at least 2048 bits (RSA) or 256 bits (elliptic curve), signed with SHA-256.',
  },
  'unknown-issuer': {
    message: 'Not signed by a trusted certificate authority.',
    advice:
      'Confirm the fingerprint with the administrator. Then trust this certificate, or select the CA file of its issuer.',
  },
  expired: {
    message: 'The certificate or one of its issuers has expired.',
    advice: checkClock,
  },
  'not-yet-valid': {
    message: 'The certificate is not valid yet.',
    advice: checkClock,
  },
  'other-host': {
    message: 'The host name does not match.',
    advice:
      'Use a host name of the certificate. If it has none, ask for a certificate for this host name.',
  },
  other: {
    message: 'The certificate is not valid for servers.',
    advice: 'Ask for a server certificate, or trust this certificate if you know it.',
  },
};

/** The advice for the gravest issue of a certificate. */
export function certificateAdvice(doubts: readonly CertificateDoubt[]): string {
  const entries = Object.entries(certificateProblems);
  const gravest = entries.find(([candidate]) => doubts.some((doubt) => doubt === candidate));
  return (gravest?.[1] ?? certificateProblems.other).advice;
}

export const certificateSentences = (doubts: readonly CertificateDoubt[]): string =>
  doubts.map((doubt) => certificateProblems[doubt].message).join(' ');

export const certificateRefusal = (doubts: readonly CertificateDoubt[], host: string): string =>
  `The certificate of ${host} is not accepted. ${certificateSentences(doubts)}`;
