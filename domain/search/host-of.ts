import { toASCII, toUnicode } from 'punycode/punycode.es6.js';

/** Host and port of a URL in lower case, without user name and password. Empty when there is none. */
export function hostOf(lowerCaseUrl: string): string {
  const [, authority = ''] = /^[^/?#]*\/\/([^/?#\\]*)/.exec(lowerCaseUrl) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** The host, and its form in ASCII and in international letters where these differ. */
export function hostForms(host: string): string[] {
  const isPlain = /^[\0-\x7f]*$/.test(host) && !host.includes('xn--');
  return isPlain ? [host] : [...new Set([host, toASCII(host), readable(host)])];
}

function readable(host: string): string {
  try {
    return toUnicode(host);
  } catch (error) {
    // A label that only looks like Punycode.
    if (error instanceof RangeError) return host;
    throw error;
  }
}
