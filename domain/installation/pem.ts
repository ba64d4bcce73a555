import { errorAt, type Issue } from '../issue.ts';

/** Characters. Enough for a system's whole store. */
export const maxPemLength = 512 * 1024;

/** Checks a file with certificates. Source: RFC 7468 §5. */
export function checkCertificates(pem: string, path: string): Issue[] {
  const say = (message: string): Issue[] => [errorAt(path, message)];
  if (pem.length > maxPemLength) return say('This file is larger than 512 KiB.');
  const blocks = blocksOf(pem);
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    return say('This file also contains a private key. Select a file with certificates only.');
  }
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE');
  if (certificates.length === 0) {
    return say(
      'This file contains no certificate. A certificate starts with -----BEGIN CERTIFICATE-----.',
    );
  }
  if (!certificates.every(({ content }) => isBase64(content))) {
    return say('A certificate in this file is damaged.');
  }
  return [];
}

/** Checks a file with one private key. Messages never repeat a part of it. Source: RFC 7468 §10. */
export function checkPrivateKey(pem: string, path: string): Issue[] {
  const say = (message: string): Issue[] => [errorAt(path, message)];
  const keys = blocksOf(pem).filter(({ label }) => label.endsWith('PRIVATE KEY'));
  const [key, ...others] = keys;
  if (key === undefined) {
    return say(
      'This file contains no private key. A private key starts with -----BEGIN PRIVATE KEY-----.',
    );
  }
  if (others.length > 0) return say('This file contains more than one private key.');
  if (key.label === 'ENCRYPTED PRIVATE KEY' || key.content.includes('ENCRYPTED')) {
    return say(
      'This key is encrypted with a passphrase. Select a key without a passphrase; Hookdesk stores it in the vault.',
    );
  }
  if (!isBase64(key.content)) return say('The private key in this file is damaged.');
  return [];
}

function blocksOf(pem: string): { label: string; content: string }[] {
  return pem
    .split('-----BEGIN ')
    .slice(1)
    .flatMap((rest) => {
      const label = /^([A-Z0-9 ]{1,40})-----/.exec(rest)?.[1];
      if (label === undefined) return [];
      const end = rest.indexOf(`-----END ${label}-----`);
      return end === -1 ? [] : [{ label, content: rest.slice(label.length + 5, end) }];
    });
}

/** The length reveals a truncated file. */
function isBase64(content: string): boolean {
  const packed = content.replace(/\s+/g, '');
  return packed !== '' && packed.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(packed);
}

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
