import { expect, it } from 'vitest';
import { headerSpans } from './header-spans.ts';
import { isSensitiveName } from './sensitive-names.ts';

it.each([
  'Authorization',
  'Proxy-Authorization',
  'X-Api-Key',
  'x-apikey',
  'API_KEY',
  'X-Auth-Token',
  'X-Integration-Key',
  'X-Routing-Key',
  'Cookie',
  'X-Hub-Signature-256',
  'X-Client-Secret',
  'X-Password',
  'Private-Token',
])('%s is masked by default', (name) => {
  expect(isSensitiveName(name)).toBe(true);
});

it.each([
  'Content-Type',
  'Accept',
  'X-Team',
  'User-Agent',
  'X-Keyboard',
  'X-Monkey',
  'X-Priority',
  'WWW-Authenticate',
  'Proxy-Authenticate',
  '',
])('%s is shown', (name) => {
  expect(isSensitiveName(name)).toBe(false);
});

it('does not treat an empty value as a secret', () => {
  expect(headerSpans({ name: 'X-Api-Key', value: 'k' })).toMatchObject([{ text: 'k' }]);
  expect(headerSpans({ name: 'X-Api-Key', value: '' })).toEqual([]);
});
