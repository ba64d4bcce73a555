/** Source: RFC 7468 §2. */
export interface PemParts {
  /** Everything except private keys; '' if there is nothing else. */
  readonly certificates: string;
  /** '' if there is no private key. */
  readonly keys: string;
}

const privateKeys = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----[^\S\n]*\n?/g;

/** Many programs write a certificate and its key into one file. */
export function pemParts(pem: string): PemParts {
  const keys = pem.match(privateKeys)?.join('') ?? '';
  const certificates = pem.replace(privateKeys, '');
  return { certificates: certificates.includes('-----BEGIN ') ? certificates : '', keys };
}
