import { z } from 'zod';

/** A certificate as a person is shown it before trusting it. Times in ISO 8601. */
export const CertificateFacts = z.object({
  subject: z.string(),
  /** The host names and addresses that it is for. */
  names: z.array(z.string()),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo), in base64. Source: RFC 7469 §2.4. */
  spkiSha256: z.string(),
  /** SHA-256 of the whole certificate, in hexadecimal with colons, as other programs show it. */
  fingerprint: z.string(),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/**
 * Whose certificates a connection trusts: those that the machine trusts; besides, the ones of a
 * CA file in PEM; or one public key alone, that a person has seen and accepted.
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
