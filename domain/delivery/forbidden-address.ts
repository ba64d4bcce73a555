import ipaddr from 'ipaddr.js';

/** Why a test send must not reach an address. */
export type ForbiddenAddress =
  | 'loopback'
  | 'link-local'
  | 'cloud-metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast'
  | 'reserved'
  | 'not-an-address';

/** Matched first, because of overlaps. Sources: AWS, Google, Azure, Alibaba, Oracle, Scaleway. */
const cloudMetadata = [
  '169.254.169.254/32',
  '169.254.170.0/24',
  '169.254.42.42/32',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::42/128',
  'fe80::a9fe:a9fe/128',
];

/** Matched before the ranges of the library, whose `reserved` includes documentation. */
const ownRanges = {
  cloudMetadata: cloudMetadata.map((range) => ipaddr.parseCIDR(range)),
  broadcast: [ipaddr.parseCIDR('255.255.255.255/32')],
  // RFC 1112 §4.
  classE: [ipaddr.parseCIDR('240.0.0.0/4')],
};

const forbiddenRanges = new Map<string, ForbiddenAddress>([
  ['cloudMetadata', 'cloud-metadata'],
  ['broadcast', 'broadcast'],
  ['classE', 'reserved'],
  ['unspecified', 'unspecified'],
  ['loopback', 'loopback'],
  ['linkLocal', 'link-local'],
  ['multicast', 'multicast'],
]);

/** Position of the four IPv4 bytes in the IPv6 addresses of a range. */
interface Embedding {
  readonly range: ReturnType<typeof ipaddr.IPv6.parseCIDR>;
  readonly at: readonly number[];
  readonly inverted?: true;
  /** One of several possible positions. A first byte of zero rules it out. */
  readonly isGuess?: true;
}

const lastFour = [12, 13, 14, 15];
const localNat64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

const embeddings: readonly Embedding[] = [
  // IPv4-mapped, and the older IPv4-compatible: RFC 4291 §2.5.5. IPv4-translated: RFC 2765 §2.1.
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: lastFour },
  { range: ipaddr.IPv6.parseCIDR('::/96'), at: lastFour },
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), at: lastFour },
  // NAT64: RFC 6052 §2.1. A local prefix (RFC 8215) can have any length of
  // RFC 6052 §2.2; byte 8 is always zero.
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: lastFour },
  { range: localNat64, at: lastFour, isGuess: true },
  { range: localNat64, at: [6, 7, 9, 10], isGuess: true },
  { range: localNat64, at: [7, 9, 10, 11], isGuess: true },
  { range: localNat64, at: [9, 10, 11, 12], isGuess: true },
  // 6to4: RFC 3056 §2. Teredo, the server and the client: RFC 4380 §4.
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), at: [2, 3, 4, 5] },
  { range: ipaddr.IPv6.parseCIDR('2001::/32'), at: [4, 5, 6, 7] },
  { range: ipaddr.IPv6.parseCIDR('2001::/32'), at: lastFour, inverted: true },
];

/** Bytes before the IPv4 address in an ISATAP address. RFC 5214 §6.1. */
const isatap = [0, 0x5e, 0xfe];

/** Returns `null` when a test is allowed, as in private ranges: most receivers are inside a company. */
export function forbiddenAddress(address: string): ForbiddenAddress | null {
  const parsed = parseAddress(address);
  if (parsed === null) return 'not-an-address';
  for (const candidate of [parsed, ...embeddedIpv4(parsed)]) {
    const range = ipaddr.subnetMatch(candidate, ownRanges, candidate.range());
    const kind = forbiddenRanges.get(range);
    if (kind !== undefined) return kind;
  }
  return null;
}

/** The IPv4 addresses to which an IPv6 address could lead. */
function embeddedIpv4(address: Address): Address[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  const embedded = embeddings
    .filter(({ range }) => address.match(range))
    .map(({ at, inverted, isGuess }) => ({
      ipv4Bytes: at.map((index) => (bytes[index] ?? 0) ^ (inverted === true ? 255 : 0)),
      isGuess,
    }))
    .filter(({ ipv4Bytes, isGuess }) => isGuess !== true || ipv4Bytes[0] !== 0)
    .map(({ ipv4Bytes }) => new ipaddr.IPv4(ipv4Bytes));
  const isIsatap = isatap.every((byte, index) => bytes[9 + index] === byte);
  return isIsatap ? [...embedded, new ipaddr.IPv4(bytes.slice(12))] : embedded;
}

const forbiddenNames: Readonly<Record<string, ForbiddenAddress>> = {
  localhost: 'loopback',
  'metadata.google.internal': 'cloud-metadata',
  'metadata.goog': 'cloud-metadata',
  metadata: 'cloud-metadata',
  'instance-data': 'cloud-metadata',
  'instance-data.ec2.internal': 'cloud-metadata',
  broadcasthost: 'broadcast',
};

/**
 * Why a test send must not reach a host; `null` when only a lookup can decide. `localhost` and its subdomains:
 * RFC 6761 §6.3.
 */
export function forbiddenHost(hostname: string): ForbiddenAddress | null {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (name === '') return 'not-an-address';
  if (parseAddress(name) !== null) return forbiddenAddress(name);
  if (name.endsWith('.localhost')) return 'loopback';
  return Object.hasOwn(forbiddenNames, name) ? (forbiddenNames[name] ?? null) : null;
}

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
