import { expect, it } from 'vitest';
import { pemParts } from './pem.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const key = '-----BEGIN EC PRIVATE KEY-----\nBBBB\n-----END EC PRIVATE KEY-----\n';

it.each([
  ['both', certificate + key, certificate, key],
  ['both, the key first', key + certificate + certificate, certificate + certificate, key],
  ['a certificate alone', certificate, certificate, ''],
  ['a key alone', key, '', key],
  ['two keys', key + key, '', key + key],
  ['neither', 'hello', '', ''],
  ['a key that was cut off', key.slice(0, -10), key.slice(0, -10), ''],
])('a file with %s', (_, text, certificates, keys) => {
  expect(pemParts(text)).toEqual({ certificates, keys });
});
