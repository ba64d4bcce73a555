import type { Keychain, SealedSecrets, SecretsKey } from '../vault-ports.ts';
import { listed, superfluous, unlisted, type VaultIndex } from './vault-index.ts';

/**
 * A place for secrets: keychain, passphrase file or memory. `storageInUse` says which one is used. Limits are
 * milliseconds.
 */
export interface SecretBackend {
  has(name: string): boolean;
  get(name: string, limit: number): Promise<string | null>;
  set(name: string, secret: string, limit: number): Promise<void>;
  clear(name: string, limit: number): Promise<void>;
}

/** The index lists a name before its secret exists and until it is removed: it never lists too few. */
export function keychainBackend(keychain: Keychain, index: VaultIndex): SecretBackend {
  const has = (name: string): boolean => index.content.inKeychain.includes(name);
  return {
    has,
    get: async (name, limit) => {
      const secret = await keychain.get(name, limit);
      if ((secret !== null) !== has(name)) {
        await index.note(secret === null ? unlisted(name) : listed(name));
      }
      return secret;
    },
    set: async (name, secret, limit) => {
      const isNew = !has(name);
      if (isNew) await index.change(listed(name));
      try {
        await keychain.set(name, secret, limit);
      } catch (error) {
        // A failed write may still arrive late, so it is marked for removal.
        if (isNew) await index.note(superfluous(name));
        throw error;
      }
    },
    clear: async (name, limit) => {
      if (!has(name)) return;
      await keychain.clear(name, limit);
      await index.change(unlisted(name));
    },
  };
}

export function passphraseBackend(key: SecretsKey, index: VaultIndex): SecretBackend {
  const find = (name: string) =>
    index.content.sealed?.secrets.find((secret) => secret.name === name) ?? null;
  const without = (sealed: SealedSecrets | null, name: string) =>
    sealed?.secrets.filter((secret) => secret.name !== name) ?? [];
  return {
    has: (name) => find(name) !== null,
    get: (name) => {
      const entry = find(name);
      return Promise.resolve(entry === null ? null : key.open(entry.sealed, name));
    },
    set: (name, secret) => {
      const entry = { name, sealed: key.seal(secret, name) };
      return index.change(({ sealed }) => ({
        sealed: sealed && { ...sealed, secrets: [...without(sealed, name), entry] },
      }));
    },
    clear: async (name) => {
      if (find(name) === null) return;
      await index.change(({ sealed }) => ({
        sealed: sealed && { ...sealed, secrets: without(sealed, name) },
      }));
    },
  };
}

export function memoryBackend(secrets: Map<string, string>): SecretBackend {
  return {
    has: (name) => secrets.has(name),
    get: (name) => Promise.resolve(secrets.get(name) ?? null),
    set: (name, secret) => {
      secrets.set(name, secret);
      return Promise.resolve();
    },
    clear: (name) => {
      secrets.delete(name);
      return Promise.resolve();
    },
  };
}
