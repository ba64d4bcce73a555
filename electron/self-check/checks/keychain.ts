import type { Keychain } from '#core/vault-ports.ts';
import { type Check, CheckFailed } from '../check.ts';

/** Milliseconds for one call; the keychain may ask for a password. */
const timeLimit = 20_000;

export const keychainCheck = (keychain: Keychain): Check => ({
  name: 'keychain',
  limit: 4 * timeLimit,
  advice: 'Unlock the keychain of your system, then run the self-check again.',
  run: async () => {
    const finding = await keychain.probe();
    if (finding.kind !== 'open') {
      throw new CheckFailed(
        finding.reason,
        'Without a keychain, Hookdesk offers a passphrase or memory for secrets.',
      );
    }
    const secret = 'self-check ä€';
    await keychain.set('self-check', secret, timeLimit);
    const readBack = await keychain.get('self-check', timeLimit);
    await keychain.clear('self-check', timeLimit);
    if (readBack !== secret) throw new CheckFailed(`${keychain.label} gave back another text.`);
    if ((await keychain.get('self-check', timeLimit)) !== null) {
      throw new CheckFailed(`${keychain.label} kept a secret that was deleted.`);
    }
    return `${keychain.label}: a secret was written, read and deleted`;
  },
});
