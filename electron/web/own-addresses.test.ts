import { expect, it } from 'vitest';
import { loopbackOrigin, ownAddresses } from './own-addresses.ts';

it('omits the default port of the scheme, as browsers do', () => {
  const addresses = ownAddresses(80, null);
  expect(addresses.isOwnHost('127.0.0.1')).toBe(true);
  expect(addresses.isOwnHost('127.0.0.1:80')).toBe(false);
  const headers = { host: '127.0.0.1', origin: 'http://127.0.0.1' };
  expect(addresses.isOfOwnWindow(headers, false)).toBe(true);
});

it('refuses localhost as a host, as an origin and as a development server', () => {
  const addresses = ownAddresses(4321, 'http://127.0.0.1:5173');
  expect(addresses.isOwnHost('localhost:4321')).toBe(false);
  const headers = { host: '127.0.0.1:4321', origin: 'http://localhost:4321' };
  expect(addresses.isOfOwnWindow(headers, false)).toBe(false);
  expect(loopbackOrigin('http://localhost:5173')).toBe(null);
});
