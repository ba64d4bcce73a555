import type { CertificateDoubt } from './trust.ts';

/** The one wording of each problem of a certificate: for errors, tests of a connection and dialogs. */
export const certificateProblems: Readonly<Record<CertificateDoubt, string>> = {
  'unknown-issuer': 'Not signed by a trusted certificate authority.',
  expired: 'The certificate or one of its issuers has expired.',
  'not-yet-valid': 'The certificate is not valid yet.',
  'other-host': 'The host name does not match.',
  weak: 'This certificate is too weak to trust. Ask for a replacement.',
  changed: 'The certificate was replaced, or someone is intercepting the connection.',
  other: 'The certificate is not valid for servers.',
};

/** What a person does about a certificate that was replaced. */
export const confirmFingerprint =
  'Confirm the fingerprint with the administrator by phone or chat.';

/** All problems of a certificate, a sentence for each; empty where there are none. */
export const certificateSentences = (doubts: readonly CertificateDoubt[]): string =>
  doubts.map((doubt) => certificateProblems[doubt]).join(' ');

/**
 * Why the certificate of a host is not accepted.
 *
 * @param host name and port, as in the address
 */
export const certificateRefusal = (doubts: readonly CertificateDoubt[], host: string): string =>
  `The certificate of ${host} is not accepted. ${certificateSentences(doubts)}`;
