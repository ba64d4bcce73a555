import ipaddr from 'ipaddr.js';
import { parseAddress } from '../delivery/forbidden-address.ts';

/** A host name, `*.` with a domain, an IP address, or a range such as `10.0.0.0/8`. */
export const isHostPattern = (text: string): boolean => rangeOf(text) !== null || isName(text);

/**
 * @param hostname as `URL` writes it. A range matches addresses only: names are not looked up. `*.`
 *   matches subdomains of every depth, not the domain itself.
 */
export function matchesHost(pattern: string, hostname: string): boolean {
  const range = rangeOf(pattern);
  const address = parseAddress(hostname);
  if (range !== null || address !== null) {
    // The system connects to the IPv4 address of an IPv4-mapped one.
    const usedAddress = address === null ? null : ipaddr.process(address.toString());
    return range !== null && usedAddress?.kind() === range[0].kind() && usedAddress.match(range);
  }
  if (!isName(pattern)) return false;
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return pattern.startsWith('*.')
    ? name.endsWith(`.${asInUrl(pattern.slice(2)) ?? ''}`)
    : name === asInUrl(pattern);
}

/** The first address, and the length of the prefix in bits. */
type Range = ReturnType<typeof ipaddr.parseCIDR>;

function rangeOf(text: string): Range | null {
  const [base = '', prefixLength, ...others] = text.split('/');
  const address = base.startsWith('[') || base.includes('%') ? null : parseAddress(base);
  if (address === null || others.length > 0) return null;
  const maxLength = address.kind() === 'ipv4' ? 32 : 128;
  if (prefixLength === undefined) return [address, maxLength];
  const length = Number(prefixLength);
  return /^\d{1,3}$/.test(prefixLength) && length <= maxLength ? [address, length] : null;
}

function isName(text: string): boolean {
  const name = text.replace(/^\*\./, '');
  const host = /^[\p{L}\p{M}\p{N}._-]+$/u.test(name) ? asInUrl(name) : null;
  // `URL` also reads the shorthands of IPv4 as addresses.
  return host !== null && parseAddress(host) === null && !/(^|\.)(\.|$)/.test(host);
}

/** In lower case, and in Punycode. */
function asInUrl(name: string): string | null {
  const address = `http://${name}/`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}
