import type { Keychain, SealedSecrets, SecretsKey, VaultCrypto } from '../vault-ports.ts';
import { unlisted, type VaultIndex } from './vault-index.ts';
import { dataKeyName } from './data-key.ts';
import { readBackDiffers } from './vault-problems.ts';

export type SecretsByName = ReadonlyMap<string, string>;

/** Milliseconds of a call to the keychain. */
const callLimit = 20_000;

// A move: 1. write and verify in the new backend, 2. replace the vault file, 3. clear the old one.
// A failure before step 2 leaves all secrets in the old backend, after it in the new one.

export async function secretsInKeychain(
  keychain: Keychain,
  names: readonly string[],
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of names) {
    const secret = await keychain.get(name, callLimit);
    if (secret !== null) secrets.set(name, secret);
  }
  return secrets;
}

export function openSecrets(key: SecretsKey, sealed: SealedSecrets): Map<string, string> {
  return new Map(
    sealed.secrets.map((secret) => [secret.name, key.open(secret.sealed, secret.name)]),
  );
}

const sealSecrets = (key: SecretsKey, secrets: SecretsByName): SealedSecrets['secrets'] =>
  [...secrets].map(([name, secret]) => ({ name, sealed: key.seal(secret, name) }));

/** The vault already exists. */
export async function addSecretsToPassphrase(
  { key, index }: { key: SecretsKey; index: VaultIndex },
  added: SecretsByName,
): Promise<void> {
  await index.change(({ sealed }) => ({
    sealed: sealed && {
      ...sealed,
      secrets: sealSecrets(key, withNewer(openSecrets(key, sealed), added)),
    },
  }));
}

export async function moveSecretsToPassphrase(
  { crypto, index }: { crypto: VaultCrypto; index: VaultIndex },
  secrets: SecretsByName,
  passphrase: string,
  from: readonly string[],
): Promise<SecretsKey> {
  const key = crypto.newKey();
  try {
    const lock = await key.lockWith(passphrase);
    const sealed: SealedSecrets = { lock, secrets: sealSecrets(key, secrets) };
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
  expected: SecretsByName,
): Promise<void> {
  const opened = await crypto.openLock(sealed.lock, passphrase);
  if (opened === null) throw readBackDiffers('The new vault');
  try {
    const readBack = openSecrets(opened, sealed);
    const isSame = [...expected].every(([name, secret]) => readBack.get(name) === secret);
    if (!isSame || readBack.size !== expected.size) throw readBackDiffers('The new vault');
  } finally {
    opened.wipe();
  }
}

/** Newer secrets win. A replaced data key gets another name, because it may have sealed data. */
export function withNewer(older: SecretsByName, newer: SecretsByName): Map<string, string> {
  const both = new Map([...older, ...newer]);
  const replaced = older.get(dataKeyName);
  if (replaced === undefined || replaced === both.get(dataKeyName)) return both;
  let nth = 1;
  while (both.has(`${dataKeyName}/${nth}`)) nth += 1;
  return both.set(`${dataKeyName}/${nth}`, replaced);
}

export async function moveSecretsToKeychain(
  { keychain, index }: { keychain: Keychain; index: VaultIndex },
  moved: SecretsByName,
): Promise<void> {
  const keys = index.content.inKeychain.filter((name) => name.startsWith(dataKeyName));
  const secrets = withNewer(await secretsInKeychain(keychain, keys), moved);
  const names = [...secrets.keys()];
  const { inKeychain } = index.content;
  // On failure, new names are removed again. Existing ones stay: the keychain is their only place.
  const newNames = names.filter((name) => !inKeychain.includes(name));
  await index.change(({ toRemove }) => ({ toRemove: [...new Set([...toRemove, ...newNames])] }));
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

/** Removes the secrets that no longer belong in the keychain. A failed removal is retried later. */
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
