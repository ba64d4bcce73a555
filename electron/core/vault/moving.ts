import type { Keychain, SealedSecrets, SecretsKey, VaultCrypto } from '../vault-ports.ts';
import { unlisted, type VaultIndex } from './vault-index.ts';
import { dataKeyName } from './data-key.ts';
import { readBackDiffers } from './vault-problems.ts';

export type Secrets = ReadonlyMap<string, string>;

const callLimit = 20_000;

// A move: 1. write and verify in the new backend, 2. replace the vault file, 3. clear the old one.
// A failure before step 2 leaves all secrets in the old backend, after it in the new one.

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

export function secretsUnder(key: SecretsKey, sealed: SealedSecrets): Map<string, string> {
  return new Map(sealed.secrets.map((each) => [each.name, key.open(each.sealed, each.name)]));
}

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
    return key;
  } catch (error) {
    key.wipe();
    throw error;
  }
}

/** Verifies with the passphrase only, as at the next start. */
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

/** Newer secrets win. A replaced data key gets another name, because it may have sealed data. */
export function withNewer(older: Secrets, newer: Secrets): Map<string, string> {
  const both = new Map([...older, ...newer]);
  const replaced = older.get(dataKeyName);
  if (replaced === undefined || replaced === both.get(dataKeyName)) return both;
  let nth = 1;
  while (both.has(`${dataKeyName}/${nth}`)) nth += 1;
  return both.set(`${dataKeyName}/${nth}`, replaced);
}

export async function moveToKeychain(
  { keychain, index }: { keychain: Keychain; index: VaultIndex },
  moved: Secrets,
): Promise<void> {
  const keys = index.content.inKeychain.filter((name) => name.startsWith(dataKeyName));
  const secrets = withNewer(await secretsInKeychain(keychain, keys), moved);
  const names = [...secrets.keys()];
  const { inKeychain } = index.content;
  // On failure, new names are removed again. Existing ones stay: the keychain is their only place.
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
}

/** A failed removal is retried later. */
export async function sweep(keychain: Keychain, index: VaultIndex): Promise<void> {
  for (const name of index.content.toRemove) {
    // The name may be in use again.
    if (!index.content.toRemove.includes(name)) continue;
    try {
      await keychain.clear(name, callLimit);
    } catch {
      return;
    }
    await index.note(unlisted(name));
  }
}
