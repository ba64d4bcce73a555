import { type AddressBytes, addressBytes } from './ip-address.ts';

/** Why a test is not sent to an address. */
export type ForbiddenAddress =
  | 'loopback'
  | 'link-local'
  | 'cloud-metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast'
  | 'reserved'
  | 'not-an-address';

/** Addresses that share their first bits. */
interface Range {
  readonly kind: ForbiddenAddress;
  readonly prefix: AddressBytes;
  readonly bits: number;
}

/** A range as it is written, such as `127.0.0.0/8`. */
function range(kind: ForbiddenAddress, written: string): Range {
  const [address = '', bits = ''] = written.split('/');
  const prefix = addressBytes(address);
  if (prefix === null) throw new Error(`${written} is no range of addresses.`);
  return { kind, prefix, bits: bits === '' ? prefix.length * 8 : Number(bits) };
}

/**
 * Where the clouds tell their machines who they are and hand out credentials: first of all, because
 * most lie in other ranges, too. Sources: the metadata pages of AWS (EC2, ECS, EKS), Google Cloud,
 * Azure, Alibaba Cloud, Oracle Cloud and Scaleway.
 */
const cloudMetadata = [
  '169.254.169.254',
  '169.254.170.0/24',
  '169.254.42.42',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
].map((written) => range('cloud-metadata', written));

/** Sources: RFC 6890, RFC 5771, RFC 1112 §4, RFC 919 §7, RFC 3927 §2.1, RFC 4291 §2.4. */
const ranges: readonly Range[] = [
  ...cloudMetadata,
  range('broadcast', '255.255.255.255'),
  range('unspecified', '0.0.0.0/8'),
  range('loopback', '127.0.0.0/8'),
  range('link-local', '169.254.0.0/16'),
  range('multicast', '224.0.0.0/4'),
  range('reserved', '240.0.0.0/4'),
  range('unspecified', '::'),
  range('loopback', '::1'),
  range('link-local', 'fe80::/10'),
  range('multicast', 'ff00::/8'),
];

/** Where in an IPv6 address of a range the four bytes of an IPv4 address stand that it leads to. */
interface Embedding {
  readonly range: Range;
  readonly at: readonly number[];
  /** Every bit is turned round. */
  readonly inverted?: true;
  /** One of several places that are possible: zeros mean that it is another one. */
  readonly possible?: true;
}

const last = [12, 13, 14, 15];
const localNat64 = range('reserved', '64:ff9b:1::/48');

const embeddings: readonly Embedding[] = [
  // IPv4-mapped, and the older IPv4-compatible: RFC 4291 §2.5.5. IPv4-translated: RFC 2765 §2.1.
  { range: range('reserved', '::ffff:0:0/96'), at: last },
  { range: range('reserved', '::/96'), at: last },
  { range: range('reserved', '::ffff:0:0:0/96'), at: last },
  // NAT64: RFC 6052 §2.1; a prefix of one's own (RFC 8215) can have any length of RFC 6052 §2.2.
  { range: range('reserved', '64:ff9b::/96'), at: last },
  { range: localNat64, at: last, possible: true },
  { range: localNat64, at: [6, 7, 9, 10], possible: true },
  { range: localNat64, at: [7, 9, 10, 11], possible: true },
  { range: localNat64, at: [9, 10, 11, 12], possible: true },
  // 6to4: RFC 3056 §2. Teredo, the server and the client: RFC 4380 §4.
  { range: range('reserved', '2002::/16'), at: [2, 3, 4, 5] },
  { range: range('reserved', '2001::/32'), at: [4, 5, 6, 7] },
  { range: range('reserved', '2001::/32'), at: last, inverted: true },
];

/** The end of the middle of an ISATAP address: RFC 5214 §6.1. */
const isatap = [0, 0x5e, 0xfe];

/**
 * Why a test of a webhook is not sent to this address; `null` where it may be. Forbidden are the
 * addresses behind which this very machine, its link or its cloud would answer instead of a receiver,
 * in every form in which an IPv6 address can lead to an IPv4 one. The private ranges (RFC 1918,
 * fc00::/7, 100.64.0.0/10) are allowed: receivers inside a company are the usual case.
 */
export function forbiddenAddress(address: string): ForbiddenAddress | null {
  const bytes = addressBytes(address);
  if (bytes === null) return 'not-an-address';
  const own = ranges.find((each) => isWithin(bytes, each));
  if (own !== undefined) return own.kind;
  for (const embedded of embeddedIpv4(bytes)) {
    const found = ranges.find((each) => isWithin(embedded, each));
    if (found !== undefined) return found.kind;
  }
  return null;
}

function isWithin(bytes: AddressBytes, { prefix, bits }: Range): boolean {
  if (bytes.length !== prefix.length) return false;
  return bytes.every((byte, index) => {
    const shared = Math.min(8, Math.max(0, bits - 8 * index));
    return (byte ^ (prefix[index] ?? 0)) >> (8 - shared) === 0;
  });
}

function embeddedIpv4(bytes: AddressBytes): AddressBytes[] {
  if (bytes.length !== 16) return [];
  const found = embeddings
    .filter((each) => isWithin(bytes, each.range))
    .map(({ at, inverted, possible }) => ({
      address: at.map((index) => (bytes[index] ?? 0) ^ (inverted === true ? 255 : 0)),
      possible,
    }))
    .filter(({ address, possible }) => possible !== true || address[0] !== 0)
    .map(({ address }) => address);
  const isIsatap = isatap.every((byte, index) => bytes[9 + index] === byte);
  return isIsatap ? [...found, bytes.slice(12)] : found;
}

/** Names under which a cloud's metadata or this machine answers, wherever they resolve to. */
const names: Readonly<Record<string, ForbiddenAddress>> = {
  localhost: 'loopback',
  'metadata.google.internal': 'cloud-metadata',
  'metadata.goog': 'cloud-metadata',
  metadata: 'cloud-metadata',
  'instance-data': 'cloud-metadata',
  'instance-data.ec2.internal': 'cloud-metadata',
  broadcasthost: 'broadcast',
};

/**
 * Why a test is not sent to the host of a URL (`URL.hostname`), as far as its name or address alone
 * says; `null` where only looking it up can tell. `localhost` is loopback with all names under it:
 * RFC 6761 §6.3.
 */
export function forbiddenHost(hostname: string): ForbiddenAddress | null {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (name === '') return 'not-an-address';
  if (addressBytes(name) !== null) return forbiddenAddress(name);
  if (name.endsWith('.localhost')) return 'loopback';
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}
