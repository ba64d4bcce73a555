import { expect, it } from 'vitest';
import { loopbackOrigin, ownAddresses } from './own-page.ts';

it('leaves out a port that is the scheme’s own, as browsers do', () => {
  const addresses = ownAddresses(80, null);
  expect(addresses.isOwnHost('127.0.0.1')).toBe(true);
  expect(addresses.isOwnHost('127.0.0.1:80')).toBe(false);
  expect(addresses.isOwnOrigin('http://127.0.0.1', '127.0.0.1')).toBe(true);
});

it('knows no localhost: neither as a host, nor as an origin, nor of a development server', () => {
  const addresses = ownAddresses(4321, 'http://127.0.0.1:5173');
  expect(addresses.isOwnHost('localhost:4321')).toBe(false);
  expect(addresses.isOwnOrigin('http://localhost:4321', '127.0.0.1:4321')).toBe(false);
  expect(loopbackOrigin('http://localhost:5173')).toBe(null);
});
