import ipaddr from 'ipaddr.js';

export type Address = ReturnType<typeof ipaddr.parse>;

/**
 * Parses an address as name services and URLs write it, with or without brackets and a zone
 * (`%eth0`). Returns `null` for everything else, also for the shorthands of IPv4 (`127.1`,
 * `0x7f000001`): `URL` writes those out.
 */
export function parseAddress(text: string): Address | null {
  const plain = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  const ipv4Part = /:([^:]*\.[^:]*)$/.exec(plain)?.[1];
  // The library also takes octal and hexadecimal numbers there.
  if (ipv4Part !== undefined && !ipaddr.IPv4.isValidFourPartDecimal(ipv4Part)) return null;
  // The library reads `::1.2.3.4` as `::ffff:1.2.3.4`.
  const ipv6 = plain.replace(/^::(?=\d+\.)/, '0::');
  return ipaddr.IPv6.isValid(ipv6) ? ipaddr.IPv6.parse(ipv6) : null;
}
