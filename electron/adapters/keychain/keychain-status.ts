import { randomBytes } from 'node:crypto';
import type { KeychainLibrary } from './keychain-library.ts';

/** Writes, reads and deletes a secret: reading alone cannot tell a locked keychain from an empty one. */
export async function keychainStatus(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<'open' | 'locked' | 'no-answer'> {
  const secret = randomBytes(16).toString('hex');
  try {
    await library.setPassword(service, account, secret);
    const read = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    return read === secret ? 'open' : 'locked';
  } catch {
    // The library's message is localized, so it is not evaluated.
    return library.getPassword(service, account).then(
      () => 'locked',
      () => 'no-answer',
    );
  }
}
