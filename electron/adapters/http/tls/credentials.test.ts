import { X509Certificate } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { firstMessage } from '../../thread/first-message.ts';
import { certificate } from '../testing/certificates.ts';
import { readCredentialsWith } from './credentials.ts';

vi.mock('../../thread/first-message.ts', () => ({ firstMessage: vi.fn() }));

test('reads the certificates of the system again after a failure, within a time limit', async () => {
  const { cert } = await certificate({ name: 'company.test' });
  const { fingerprint256 } = new X509Certificate(cert);
  const read = vi.mocked(firstMessage);
  read.mockRejectedValueOnce(new Error('late')).mockResolvedValue([cert]);
  const readCredentials = readCredentialsWith(null);
  const isTrusted = async (): Promise<boolean> => {
    const route = { trust: { kind: 'system' }, clientCertificate: null } as const;
    const { roots } = await readCredentials(route);
    return roots().some((root) => root.fingerprint256 === fingerprint256);
  };
  expect(await isTrusted()).toBe(false);
  expect(await isTrusted()).toBe(true);
  expect(await isTrusted()).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
  expect(read.mock.lastCall?.[2]).toBeInstanceOf(AbortSignal);
});
