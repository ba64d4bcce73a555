import type { Keychain, SealedSecrets, SecretsKey } from '../vault-ports.ts';
import { listed, superfluous, unlisted, type VaultBook } from './book.ts';

/** Somewhere secrets are kept. Limits are in milliseconds. */
export interface Place {
  has(name: string): boolean;
  get(name: string, limit: number): Promise<string | null>;
  set(name: string, secret: string, limit: number): Promise<void>;
  clear(name: string, limit: number): Promise<void>;
}

/**
 * The system's keychain, with an index of names in the book. A name is there before its secret is, and
 * until after it: the index may name too many, never too few.
 */
export function keychainPlace(keychain: Keychain, book: VaultBook): Place {
  const has = (name: string): boolean => book.content.inKeychain.includes(name);
  return {
    has,
    get: async (name, limit) => {
      const secret = await keychain.get(name, limit);
      if ((secret !== null) !== has(name)) {
        await book.note(secret === null ? unlisted(name) : listed(name));
      }
      return secret;
    },
    set: async (name, secret, limit) => {
      const isNew = !has(name);
      if (isNew) await book.change(listed(name));
      try {
        await keychain.set(name, secret, limit);
      } catch (error) {
        // It was said to have failed, and may still be kept late: then it is taken away again.
        if (isNew) await book.note(superfluous(name));
        throw error;
      }
    },
    clear: async (name, limit) => {
      if (!has(name)) return;
      await keychain.clear(name, limit);
      await book.change(unlisted(name));
    },
  };
}

/** The secrets in the vault's file, under a key that somebody's passphrase has opened. */
export function passphrasePlace(key: SecretsKey, book: VaultBook): Place {
  const find = (name: string) =>
    book.content.sealed?.secrets.find((each) => each.name === name) ?? null;
  const without = (sealed: SealedSecrets | null, name: string) =>
    sealed?.secrets.filter((each) => each.name !== name) ?? [];
  return {
    has: (name) => find(name) !== null,
    get: (name) => {
      const found = find(name);
      return Promise.resolve(found === null ? null : key.open(found.sealed, name));
    },
    set: (name, secret) => {
      const entry = { name, sealed: key.seal(secret, name) };
      return book.change(({ sealed }) => ({
        sealed: sealed && { ...sealed, secrets: [...without(sealed, name), entry] },
      }));
    },
    clear: async (name) => {
      if (find(name) === null) return;
      await book.change(({ sealed }) => ({
        sealed: sealed && { ...sealed, secrets: without(sealed, name) },
      }));
    },
  };
}

/** Memory, until Hookdesk ends. */
export function memoryPlace(secrets: Map<string, string>): Place {
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
