import type { Keychain } from '#core/vault-ports.ts';
import { type Check, CheckFailed } from '../check.ts';

/** For one call of the keychain, in milliseconds: it may ask a person for its password. */
const patience = 20_000;

/** Whether the system's keychain keeps a secret, gives it back and deletes it. */
export const keychainCheck = (keychain: Keychain): Check => ({
  name: 'keychain',
  limit: 4 * patience,
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
    await keychain.set('self-check', secret, patience);
    const read = await keychain.get('self-check', patience);
    await keychain.clear('self-check', patience);
    if (read !== secret) throw new CheckFailed(`${keychain.label} gave back another text.`);
    if ((await keychain.get('self-check', patience)) !== null) {
      throw new CheckFailed(`${keychain.label} kept a secret that was deleted.`);
    }
    return `${keychain.label}: a secret was written, read and deleted`;
  },
});
