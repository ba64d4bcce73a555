import { expect, it } from 'vitest';
import { isSensitiveHeader } from './sensitive.ts';

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
])('%s is hidden until asked for', (name) => {
  expect(isSensitiveHeader(name)).toBe(true);
});

it.each([
  'Content-Type',
  'Accept',
  'X-Team',
  'User-Agent',
  'X-Keyboard',
  'X-Monkey',
  'X-Priority',
  '',
])('%s is shown', (name) => {
  expect(isSensitiveHeader(name)).toBe(false);
});
