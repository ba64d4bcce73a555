/** A file in PEM, with private keys and everything else apart. Source: RFC 7468 §2. */
export interface PemParts {
  /** All that is no private key; '' where nothing else is there. */
  readonly certificates: string;
  /** The private keys; '' where there is none. */
  readonly keys: string;
}

const privateKeys = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----[^\S\n]*\n?/g;

/** Takes a file apart that may hold a certificate and its key together, as many programs write it. */
export function pemParts(pem: string): PemParts {
  const keys = pem.match(privateKeys)?.join('') ?? '';
  const certificates = pem.replace(privateKeys, '');
  return { certificates: certificates.includes('-----BEGIN ') ? certificates : '', keys };
}
