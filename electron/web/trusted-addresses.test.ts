import { expect, it } from 'vitest';
import { trustedAddresses } from './trusted-addresses.ts';

it('leaves out a port that is the scheme’s own, as browsers do', () => {
  const addresses = trustedAddresses(80, null);
  expect(addresses.isOwnHost('127.0.0.1')).toBe(true);
  expect(addresses.isOwnHost('127.0.0.1:80')).toBe(false);
  expect(addresses.isOwnOrigin('http://127.0.0.1', '127.0.0.1')).toBe(true);
});

it('takes a page of one of its names for foreign under the other', () => {
  const addresses = trustedAddresses(4321, null);
  expect(addresses.isOwnOrigin('http://localhost:4321', 'localhost:4321')).toBe(true);
  expect(addresses.isOwnOrigin('http://localhost:4321', '127.0.0.1:4321')).toBe(false);
});
