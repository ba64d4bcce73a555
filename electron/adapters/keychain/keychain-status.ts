import { randomBytes } from 'node:crypto';
import type { KeychainLibrary } from './keychain-library.ts';

/** `unavailable`: every call fails. */
export type KeychainStatus = 'open' | 'locked' | 'unavailable';

/** Writes, reads and deletes a secret: reading alone cannot tell a locked keychain from an empty one. */
export async function keychainStatus(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<KeychainStatus> {
  const secret = randomBytes(16).toString('hex');
  try {
    await library.setPassword(service, account, secret);
    const read = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    return read === secret ? 'open' : 'locked';
  } catch {
    // The library's message is localized, so it is not evaluated.
    return (await canRead(library, service, account)) ? 'locked' : 'unavailable';
  }
}

async function canRead(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<boolean> {
  try {
    await library.getPassword(service, account);
    return true;
  } catch {
    return false;
  }
}
