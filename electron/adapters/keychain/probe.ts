import { randomBytes } from 'node:crypto';
import type { KeychainLibrary } from './keychain-library.ts';

/**
 * Whether a keychain keeps secrets now: writes one, reads it back, deletes it. There is no other way
 * to know, because a locked keychain answers a read like one that holds nothing.
 */
export async function keepsSecrets(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<boolean> {
  const secret = randomBytes(16).toString('hex');
  await library.setPassword(service, account, secret);
  const read = await library.getPassword(service, account);
  await library.deletePassword(service, account);
  return read === secret;
}
