import type { Keychain, SealedSecrets, SecretsKey, VaultCrypto } from '../vault-ports.ts';
import { unlisted, type VaultIndex } from './vault-index.ts';
import { dataKeyName } from './data-key.ts';
import { readBackDiffers } from './problems.ts';

export type Secrets = ReadonlyMap<string, string>;

/** For each call of the keychain while moving, in milliseconds. */
const callLimit = 20_000;

/**
 * Moving takes three steps: everything is put into the new backend and read back from it; the vault's file
 * is replaced, and with it what is said of where secrets are; they are removed from the old backend. What
 * stops before the second step leaves them all in the old one, what stops after it all in the new.
 */

/** Every secret of the keychain. One that is no longer there is left out. */
export async function secretsInKeychain(
  keychain: Keychain,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    const secret = await keychain.get(name, callLimit);
    if (secret !== null) found.set(name, secret);
  }
  return found;
}

/** Every secret of a passphrase vault; rejects where one cannot be read. */
export function secretsUnder(key: SecretsKey, sealed: SealedSecrets): Map<string, string> {
  return new Map(sealed.secrets.map((each) => [each.name, key.open(each.sealed, each.name)]));
}

/** Moves secrets under a passphrase, and returns the new key. `from`: which of them are in the keychain. */
export async function moveToPassphrase(
  { crypto, index }: { crypto: VaultCrypto; index: VaultIndex },
  secrets: Secrets,
  passphrase: string,
  from: readonly string[],
): Promise<SecretsKey> {
  const key = crypto.newKey();
  try {
    const lock = await key.lockWith(passphrase);
    const entries = [...secrets].map(([name, secret]) => ({
      name,
      sealed: key.seal(secret, name),
    }));
    const sealed: SealedSecrets = { lock, secrets: entries };
    await checkSealed(crypto, sealed, passphrase, secrets);
    await index.change(({ inKeychain, toRemove }) => ({
      home: 'passphrase',
      memoryAccepted: false,
      inKeychain: inKeychain.filter((name) => !from.includes(name)),
      toRemove: [...new Set([...toRemove, ...from])],
      sealed,
    }));
    // There are two files with all of it before anything is removed from where it was.
    await index.renewCopy();
    return key;
  } catch (error) {
    key.wipe();
    throw error;
  }
}

/** Opened as it will be at the next start: by the passphrase, and nothing else. */
async function checkSealed(
  crypto: VaultCrypto,
  sealed: SealedSecrets,
  passphrase: string,
  meant: Secrets,
): Promise<void> {
  const opened = await crypto.openLock(sealed.lock, passphrase);
  if (opened === null) throw readBackDiffers('The new vault');
  try {
    const read = secretsUnder(opened, sealed);
    const isSame = [...meant].every(([name, secret]) => read.get(name) === secret);
    if (!isSame || read.size !== meant.size) throw readBackDiffers('The new vault');
  } finally {
    opened.wipe();
  }
}

/**
 * Older secrets with newer ones, which take the place of those of the same name. An older data key is
 * kept under a name of its own: what was sealed with it would be lost.
 */
export function withNewer(older: Secrets, newer: Secrets): Map<string, string> {
  const both = new Map([...older, ...newer]);
  const replaced = older.get(dataKeyName);
  if (replaced === undefined || replaced === both.get(dataKeyName)) return both;
  let nth = 1;
  while (both.has(`${dataKeyName}/${nth}`)) nth += 1;
  return both.set(`${dataKeyName}/${nth}`, replaced);
}

/** Moves secrets into the keychain. */
export async function moveToKeychain(
  { keychain, index }: { keychain: Keychain; index: VaultIndex },
  moved: Secrets,
): Promise<void> {
  const keys = index.content.inKeychain.filter((name) => name.startsWith(dataKeyName));
  const secrets = withNewer(await secretsInKeychain(keychain, keys), moved);
  const names = [...secrets.keys()];
  const { home, inKeychain } = index.content;
  // Should this stop half-way, what was put there before is to be taken away again. What is there of
  // an earlier time is not: the keychain is its only place.
  const arriving = names.filter((name) => !inKeychain.includes(name));
  await index.change(({ toRemove }) => ({ toRemove: [...new Set([...toRemove, ...arriving])] }));
  for (const [name, secret] of secrets) await keychain.set(name, secret, callLimit);
  for (const [name, secret] of secrets) {
    if ((await keychain.get(name, callLimit)) !== secret) throw readBackDiffers(keychain.label);
  }
  await index.change((before) => ({
    home: 'keychain',
    memoryAccepted: false,
    inKeychain: [...new Set([...before.inKeychain, ...names])],
    toRemove: before.toRemove.filter((name) => !secrets.has(name)),
    sealed: null,
  }));
  if (home === 'passphrase') await index.renewCopy();
}

/** Removes from the keychain what has no use there any more; what cannot be removed is tried again later. */
export async function sweep(keychain: Keychain, index: VaultIndex): Promise<void> {
  for (const name of index.content.toRemove) {
    // Used again meanwhile.
    if (!index.content.toRemove.includes(name)) continue;
    try {
      await keychain.clear(name, callLimit);
    } catch {
      return;
    }
    await index.note(unlisted(name));
  }
}
