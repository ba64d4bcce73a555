import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManagedSettings, readManagedText } from './managed-settings.ts';

const read = (value: unknown) => readManagedText(JSON.stringify(value));
const fault = (value: unknown): string => {
  const reading = read(value);
  return 'fault' in reading ? reading.fault : 'accepted';
};

const all = {
  updates: 'off',
  updateFeed: 'https://updates.example.com/hookdesk/',
  proxy: { address: 'http://proxy.example.com:3128', bypass: ['*.intern.example.com'] },
  extraCa: '/etc/hookdesk/ca.pem',
  allowedHosts: ['*.example.com', '10.0.0.0/8'],
  webHost: 'off',
};

describe('the file of managed settings', () => {
  it('may hold every member, or none, and starts with a byte order mark if Windows wrote it', () => {
    expect(read(all)).toEqual({ settings: all });
    expect(readManagedText('\ufeff{}')).toEqual({ settings: {} });
    expect(read({ proxy: 'none' })).toEqual({ settings: { proxy: 'none' } });
    expect(read({ proxy: { address: 'http://proxy:3128' } })).toHaveProperty('settings');
  });

  it('is refused with a misspelled member, which would otherwise restrict nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...Object.values(all)), (member, value) => {
        fc.pre(!Object.hasOwn(all, member) && member !== '__proto__');
        expect(fault({ ...all, [member]: value })).toMatch(/unknown|not allowed|not taken|alone/);
      }),
    );
    expect(fault({ allowedHost: ['a.test'] })).toBe('The member “allowedHost” is unknown.');
    expect(fault({ proxy: { address: 'http://proxy:1', bypas: [] } })).toBe(
      'The member “proxy.bypas” is unknown.',
    );
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', ['*.example.com'], /must be an object in braces\./],
    ['another value for off', { updates: false }, /“updates” must be "off"/],
    ['a web host that is on', { webHost: 'on' }, /“webHost” must be "off"/],
    ['a server without https', { updateFeed: 'http://updates.test/' }, /“updateFeed” .* https:/],
    ['a server with a password', { updateFeed: 'https://a:b@updates.test/' }, /“updateFeed”/],
    ['no host', { allowedHosts: [] }, /“allowedHosts” needs at least one host/],
    ['a star for every host', { allowedHosts: ['*'] }, /“allowedHosts.0” must be a host/],
    ['an address for a host', { allowedHosts: ['a.test', 'https://b.test'] }, /“allowedHosts.1”/],
    ['an unknown word for the proxy', { proxy: 'auto' }, /“proxy” must be "system", "none" or/],
    ['a proxy without scheme', { proxy: { address: 'proxy:3128' } }, /“proxy.address”/],
    ['a SOCKS proxy', { proxy: { address: 'socks5://proxy:1080' } }, /“proxy.address”/],
    ['a wrong bypass', { proxy: { address: 'http://proxy:1', bypass: ['a b'] } }, /bypass.0”/],
    ['an empty certificate', { extraCa: '' }, /“extraCa”/],
  ])('is refused with %s, and the member is named', (_, value, expected) => {
    expect(fault(value)).toMatch(expected);
  });

  it('is refused with a password of a proxy, and the message does not repeat it', () => {
    const said = fault({ proxy: { address: 'http://user:canary@proxy:3128' } });
    expect(said).toContain('“proxy.address” must have no user name and no password');
    expect(said).not.toContain('canary');
  });

  it('is refused when it is not JSON or too long', () => {
    expect(readManagedText('{\n  "updates": "off",\n}')).toMatchObject({
      fault: expect.stringMatching(/^Line 3, column 1: It is not JSON/) as string,
    });
    expect(readManagedText('')).toHaveProperty('fault');
    expect(readManagedText(' '.repeat(1_048_577))).toEqual({
      fault: 'It is longer than 1,048,576 characters.',
    });
  });

  it('is refused with a member twice, of which JSON would drop the first', () => {
    const text = '{ "allowedHosts": ["a.test"], "allowedHosts": ["*.test"] }';
    expect(readManagedText(text)).toHaveProperty('fault');
  });

  it('is never read as fewer restrictions than it holds: any text is refused or kept whole', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const reading = readManagedText(text);
        if ('settings' in reading) expect(reading.settings).toEqual(JSON.parse(text));
      }),
    );
  });

  it('has the members that this test knows', () => {
    expect(Object.keys(ManagedSettings.shape)).toEqual(Object.keys(all));
  });
});
