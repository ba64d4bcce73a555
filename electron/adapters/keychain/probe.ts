import { randomBytes } from 'node:crypto';
import type { KeychainLibrary } from './keychain-library.ts';

/** How a keychain stands: `silent` is one that answers nothing but errors, so that there is none. */
export type Standing = 'open' | 'locked' | 'silent';

/**
 * Finds out how a keychain stands: writes a secret, reads it back, deletes it. There is no other way to
 * know, because a locked keychain answers a read like one that holds nothing. One that answers reads and
 * does not keep anything is locked; one that does not even answer reads is not there.
 */
export async function standingOf(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<Standing> {
  const secret = randomBytes(16).toString('hex');
  try {
    await library.setPassword(service, account, secret);
    const read = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    return read === secret ? 'open' : 'locked';
  } catch {
    // What the library says is text in the words of each system: nothing to decide by.
    return (await answersReads(library, service, account)) ? 'locked' : 'silent';
  }
}

async function answersReads(
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
