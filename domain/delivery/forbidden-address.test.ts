import fc from 'fast-check';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  type ForbiddenAddress,
  forbiddenAddress,
  forbiddenHost,
  parseAddress,
} from './forbidden-address.ts';

const forbidden: readonly (readonly [string, ForbiddenAddress])[] = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['169.254.0.1', 'link-local'],
  ['169.254.255.255', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['febf::1', 'link-local'],
  ['169.254.169.254', 'cloud-metadata'],
  ['169.254.170.2', 'cloud-metadata'],
  ['100.100.100.200', 'cloud-metadata'],
  ['168.63.129.16', 'cloud-metadata'],
  ['192.0.0.192', 'cloud-metadata'],
  ['fd00:ec2::254', 'cloud-metadata'],
  ['fd00:ec2::23', 'cloud-metadata'],
  ['fd20:ce::254', 'cloud-metadata'],
  ['fd00:42::42', 'cloud-metadata'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['::', 'unspecified'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['ff02::1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  // IPv6 addresses that lead to a forbidden IPv4 address.
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::FFFF:A9FE:A9FE', 'cloud-metadata'],
  ['::ffff:0.0.0.0', 'unspecified'],
  ['::127.0.0.1', 'loopback'],
  ['::ffff:0:169.254.1.1', 'link-local'],
  ['64:ff9b::169.254.169.254', 'cloud-metadata'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b:1::127.0.0.1', 'loopback'],
  ['64:ff9b:1:7f00:0:100::', 'loopback'],
  ['64:ff9b:1:7f:0:1::', 'loopback'],
  ['64:ff9b:1:1:7f:0:100:0', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:a9fe:a9fe::1', 'cloud-metadata'],
  ['2001:0:7f00:1::1', 'loopback'],
  ['2001:0:102:304:0:0:80ff:fffe', 'loopback'],
  ['fe00::200:5efe:127.0.0.1', 'loopback'],
  ['2003::5efe:169.254.169.254', 'cloud-metadata'],
  ['', 'not-an-address'],
  ['localhost', 'not-an-address'],
  ['127.1', 'not-an-address'],
  ['0x7f.0.0.1', 'not-an-address'],
  ['127.0.0.1.', 'not-an-address'],
  ['1::2::3', 'not-an-address'],
  ['::ffff:0177.0.0.1', 'not-an-address'],
  ['::ffff:0x7f.0.0.1', 'not-an-address'],
];

/** Addresses next to a forbidden range, and private ranges. */
const allowed: readonly string[] = [
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '100.100.100.201',
  '100.64.0.1',
  '168.63.129.17',
  '192.0.0.193',
  '223.255.255.255',
  '1.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '93.184.216.34',
  '::2:0:0:1',
  'fd00:ec3::254',
  'fd12:3456:789a::1',
  'fe00::1',
  'fec0::1',
  '2606:2800:220:1:248:1893:25c8:1946',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::10.0.0.1',
  '64:ff9c::127.0.0.1',
  '2002:a00:1::1',
  '2001:1::127.0.0.1',
  '2001:db8::127.0.0.1',
  '2001:0:102:304::f5ff:fffe',
];

describe('forbiddenAddress', () => {
  it.each(forbidden)('%s is forbidden: %s', (address, kind) => {
    expect(forbiddenAddress(address)).toBe(kind);
  });

  it.each(allowed)('%s is allowed', (address) => {
    expect(forbiddenAddress(address)).toBeNull();
  });

  it('treats all notations of an IPv6 address alike', () => {
    const written = fc.constantFrom(...forbidden.map(([address]) => address), ...allowed);
    fc.assert(
      fc.property(written, fc.boolean(), (address, upper) => {
        fc.pre(address.includes(':') && !address.includes('%') && isIP(address) === 6);
        const normal = new URL(`http://[${upper ? address.toUpperCase() : address}]`).hostname;
        expect(forbiddenAddress(normal)).toBe(forbiddenAddress(address));
      }),
    );
  });

  it('treats IPv4-mapped and NAT64 addresses like the IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(forbiddenAddress(`::ffff:${address}`)).toBe(forbiddenAddress(address));
        expect(forbiddenAddress(`64:ff9b::${address}`)).toBe(forbiddenAddress(address));
      }),
    );
  });
});

describe('parseAddress', () => {
  const pieces = fc
    .array(
      fc.constantFrom(':', '::', '.', '0', '00', '1', '127', '255', '256', 'f', 'FFFF', '12345'),
    )
    .map((parts) => parts.join(''));

  it('accepts exactly the addresses that `isIP` of Node accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), pieces), (text) => {
        expect(parseAddress(text)?.kind()).toBe({ 4: 'ipv4', 6: 'ipv6' }[isIP(text)]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('parses all notations of an IPv6 address to the same bytes', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const normal = new URL(`http://[${text}]`).hostname;
        expect(parseAddress(normal)?.toByteArray()).toEqual(parseAddress(text)?.toByteArray());
      }),
    );
  });
});

describe('forbiddenHost', () => {
  it.each<[string, ForbiddenAddress]>([
    ['http://127.0.0.1/', 'loopback'],
    ['http://127.1/', 'loopback'],
    ['http://2130706433/', 'loopback'],
    ['http://0x7f000001/', 'loopback'],
    ['http://0177.0.0.1/', 'loopback'],
    ['http://127.0.0.1./', 'loopback'],
    ['http://[::1]:8080/', 'loopback'],
    ['http://[::ffff:127.0.0.1]/', 'loopback'],
    ['http://LOCALHOST/', 'loopback'],
    ['http://localhost./', 'loopback'],
    ['http://app.localhost/', 'loopback'],
    ['http://0/', 'unspecified'],
    ['http://2852039166/latest/meta-data/', 'cloud-metadata'],
    ['http://metadata.google.internal./computeMetadata/v1/', 'cloud-metadata'],
    ['http://Metadata/', 'cloud-metadata'],
    ['http://ⓜetadata.google.internal/', 'cloud-metadata'],
    ['http://[fd00:ec2::254]/', 'cloud-metadata'],
    ['http://4294967295/', 'broadcast'],
  ])('forbids the host of %s: %s', (url, kind) => {
    expect(forbiddenHost(new URL(url).hostname)).toBe(kind);
  });

  it.each([
    'https://hooks.example.com/x',
    'https://localhost.example.com/',
    'https://notlocalhost/',
    'https://metadata.example.com/',
    'https://constructor/',
    'http://10.1.2.3:8080/',
    'http://[fd12::1]/',
  ])('returns null for the host of %s', (url) => {
    expect(forbiddenHost(new URL(url).hostname)).toBeNull();
  });

  it('forbids an empty host', () => {
    expect(forbiddenHost('')).toBe('not-an-address');
    expect(forbiddenHost('.')).toBe('not-an-address');
  });
});
