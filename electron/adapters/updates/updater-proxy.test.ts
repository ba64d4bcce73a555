import { expect, it } from 'vitest';
import { updaterProxy } from './desktop-updater.ts';

const address = 'http://proxy.test:3128';
const fixed = { mode: 'fixed_servers', proxyRules: address };

it.each<[Parameters<typeof updaterProxy>[0], object]>([
  ['system', { mode: 'system' }],
  ['none', { mode: 'direct' }],
  [{ address }, { ...fixed, proxyBypassRules: '' }],
  [
    { address, bypass: ['*.a.test', '10.0.0.0/8', 'fd00::/8', 'fd00::1'] },
    { ...fixed, proxyBypassRules: '*.a.test,10.0.0.0/8,fd00::/8,[fd00::1]' },
  ],
])('Chromium reads %j', (proxy, expected) => {
  expect(updaterProxy(proxy)).toEqual(expected);
});
