import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificate } from '../testing/certificates.ts';
import { doubtsOf, hasWeakKey } from './certificate-check.ts';

/** The same certificate with a curve that the TLS library does not have. */
function withUnknownCurve(readable: X509Certificate): X509Certificate {
  const curve = Buffer.from('2a8648ce3d030107', 'hex');
  const unknown = Buffer.from('2a8648ce3d03017f', 'hex');
  const bytes = Buffer.from(readable.raw);
  unknown.copy(bytes, bytes.indexOf(curve));
  return new X509Certificate(bytes);
}

test('a key that the TLS library cannot read counts as weak', async () => {
  const shown = new X509Certificate((await certificate({ name: 'monitor.test' })).cert);
  const unreadable = withUnknownCurve(shown);
  expect(() => unreadable.publicKey).toThrow();
  expect(hasWeakKey(unreadable)).toBe(true);
  const doubts = doubtsOf(
    { certificate: shown, chain: [unreadable], host: 'monitor.test', error: 'UNABLE_TO_VERIFY' },
    () => [],
    new Date(),
  );
  expect(doubts).toContain('weak');
});
