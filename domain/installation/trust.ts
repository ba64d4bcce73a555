import { z } from 'zod';

/** A certificate as a person is shown it before trusting it. Times in ISO 8601. */
export const CertificateFacts = z.object({
  subject: z.string(),
  /** The host names and addresses that it is for. */
  names: z.array(z.string()),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  /** Kind and strength of its public key, such as `RSA, 2048 bits`. */
  algorithm: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo), in base64. Source: RFC 7469 §2.4. */
  spkiSha256: z.string(),
  /** SHA-256 of the whole certificate, in hexadecimal with colons, as other programs show it. */
  fingerprint: z.string(),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/** Why a certificate is not accepted without a person's word, as far as can be told at once. */
export const CertificateDoubt = z.enum([
  /** Nobody that this machine or the connection's CA file trusts vouches for it. */
  'unknown-issuer',
  'expired',
  'not-yet-valid',
  /** It is for other names than the one in the address. */
  'other-host',
  /** Its key or its signature can be forged. No word of a person makes up for that. */
  'weak',
  /** It is not the one that was trusted for this connection. */
  'changed',
  /** Anything else, such as a certificate that is not for servers. */
  'other',
]);
export type CertificateDoubt = z.infer<typeof CertificateDoubt>;

/**
 * Whose certificates a connection trusts: those that the machine trusts; besides, the ones of a
 * CA file in PEM; or one public key alone, that a person has seen and accepted with
 * all that is doubtful about its certificate. What holds another key is not accepted, whoever vouches.
 */
export const Trust = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('ca-file'), fileName: z.string(), pem: z.string() }),
  z.object({ kind: z.literal('pinned'), certificate: CertificateFacts }),
]);
export type Trust = z.infer<typeof Trust>;

/** A certificate by which the installation knows this client. Its key is in the vault. */
export const ClientCertificate = z.object({ fileName: z.string(), pem: z.string() });
export type ClientCertificate = z.infer<typeof ClientCertificate>;
