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
