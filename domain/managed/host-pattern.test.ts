import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHostPattern, matchesHost } from './host-pattern.ts';

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/).filter((text) => text !== '');
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6();

/** As a connection gets it. */
const hostOf = (host: string): string =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}/`).hostname;

describe('the pattern of a host', () => {
  it('without a star matches this host and no other', () => {
    fc.assert(
      fc.property(name, name, (pattern, host) => {
        expect(isHostPattern(pattern)).toBe(true);
        expect(matchesHost(pattern, hostOf(pattern))).toBe(true);
        expect(matchesHost(pattern.toUpperCase(), `${hostOf(pattern)}.`)).toBe(true);
        expect(matchesHost(pattern, host)).toBe(pattern === host);
      }),
    );
  });

  it('with a star matches every subdomain, not the domain and not a longer name', () => {
    fc.assert(
      fc.property(name, name, (domain, sub) => {
        const pattern = `*.${domain}`;
        expect(matchesHost(pattern, `${sub}.${domain}`)).toBe(true);
        expect(matchesHost(pattern, domain)).toBe(false);
        expect(matchesHost(pattern, `evil${domain}`)).toBe(false);
        expect(matchesHost(pattern, `${domain}.${sub}x`)).toBe(false);
      }),
    );
  });

  it('with a range matches the addresses that Node’s own list matches', () => {
    fc.assert(
      fc.property(ipv4, fc.integer({ min: 0, max: 32 }), ipv4, (base, bits, address) => {
        const list = new BlockList();
        list.addSubnet(base, bits, 'ipv4');
        expect(matchesHost(`${base}/${bits}`, hostOf(address))).toBe(list.check(address, 'ipv4'));
      }),
    );
    fc.assert(
      fc.property(ipv6, fc.integer({ min: 0, max: 128 }), ipv6, (base, bits, address) => {
        const list = new BlockList();
        list.addSubnet(base, bits, 'ipv6');
        const isMapped = hostOf(address).startsWith('[::ffff:');
        fc.pre(!isMapped && !base.includes('.') && !address.includes('.'));
        expect(matchesHost(`${base}/${bits}`, hostOf(address))).toBe(list.check(address, 'ipv6'));
      }),
    );
  });

  it('with a range matches no name, also one that looks like an address', () => {
    fc.assert(
      fc.property(name, (host) => {
        expect(matchesHost('0.0.0.0/0', host)).toBe(false);
        expect(matchesHost('::/0', host)).toBe(false);
      }),
    );
    expect(matchesHost('10.0.0.0/8', '10.evil.test')).toBe(false);
    expect(matchesHost('10.0.0.0/8', '10.0.0.1.evil.test')).toBe(false);
  });

  it.each([
    ['10.0.0.0/8', 'http://0x0a000001/'],
    ['10.0.0.0/8', 'http://[::ffff:10.0.0.1]/'],
    ['10.0.0.1', 'http://10.1/'],
    ['::1', 'http://[0:0:0:0:0:0:0:1]/'],
    ['bücher.test', 'http://xn--bcher-kva.test/'],
    ['*.bücher.test', 'http://www.BÜCHER.test/'],
  ])('%s matches %s, which leads there', (pattern, address) => {
    expect(isHostPattern(pattern)).toBe(true);
    expect(matchesHost(pattern, new URL(address).hostname)).toBe(true);
  });

  it.each([
    ['10.0.0.0/8', 'http://11.0.0.1/'],
    ['*.example.com', 'http://a.example.com@evil.test/'],
    ['*.example.com', 'http://evil.test/a.example.com'],
    ['example.com', 'http://www.example.com/'],
  ])('%s does not match %s', (pattern, address) => {
    expect(matchesHost(pattern, new URL(address).hostname)).toBe(false);
  });

  it.each([
    '',
    '*',
    '*.',
    '**.example.com',
    'a.*.example.com',
    '*example.com',
    'https://example.com',
    'example.com:443',
    'example.com/path',
    'user@example.com',
    'a b',
    'example.com,evil.test',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    'example.com/8',
    '[::1]',
    '*.10.0.0.1',
    '.example.com',
    'a..b',
    '%',
    '0x0a000001',
  ])('%j is no pattern, so a typing error never allows a host', (text) => {
    expect(isHostPattern(text)).toBe(false);
    fc.assert(
      fc.property(fc.oneof(name, ipv4), (host) => !matchesHost(text, hostOf(host))),
      { numRuns: 20 },
    );
  });
});
