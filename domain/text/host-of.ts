import { toASCII, toUnicode } from 'punycode/punycode.es6.js';

/** Host and port of the requests to a URL; as written if the URL is not valid. Empty when there is none. */
export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).host : rawHostOf(url);

/** Host and port as written, without user name and password. Empty when there is none. */
export function rawHostOf(url: string): string {
  const [, authority = ''] = /^[^/?#]*\/\/([^/?#\\]*)/.exec(url) ?? [];
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
