/** The bytes of an IP address: 4 for IPv4, 16 for IPv6. */
export type AddressBytes = readonly number[];

/**
 * The bytes of an address as name services and URLs write it: IPv4 in four decimal numbers, IPv6 in
 * any of the forms of RFC 4291 §2.2, with or without brackets and a zone (`%eth0`). `null` for
 * everything else, also for the shorthands of IPv4 (`127.1`, `0x7f000001`), which URLs write out.
 */
export function addressBytes(text: string): AddressBytes | null {
  const plain = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return plain.includes(':') ? bytesOfIpv6(plain) : bytesOfIpv4(plain);
}

function bytesOfIpv4(text: string): AddressBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function bytesOfIpv6(text: string): AddressBytes | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [before, after] = halves.map((half, index) =>
    bytesOfGroups(half, index === halves.length - 1),
  );
  if (before == null) return null;
  if (halves.length === 1) return before.length === 16 ? before : null;
  if (after == null) return null;
  const left = 16 - before.length - after.length;
  // The two colons stand for one group of zeros or more. RFC 4291 §2.2.
  return left < 2 ? null : [...before, ...Array<number>(left).fill(0), ...after];
}

/** The bytes of groups between single colons; the last may be an IPv4 address where `mayEnd` says so. */
function bytesOfGroups(text: string, mayEnd: boolean): AddressBytes | null {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    const four = mayEnd && index === groups.length - 1 ? bytesOfIpv4(group) : null;
    if (four !== null) bytes.push(...four);
    else if (/^[\da-f]{1,4}$/i.test(group))
      bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 255);
    else return null;
  }
  return bytes;
}
