import type { LocksWith } from '#contract/vault.ts';
import type { Sealer } from './ports.ts';

/** What was found out about the system's keychain; the reasons are sentences. */
export type KeychainFinding =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'absent'; readonly reason: string };

/** What a keychain tells of itself whenever it changes; `waiting`: a call has been without answer for 2 s. */
export type KeychainNews = KeychainFinding | { readonly kind: 'waiting' };

/**
 * The system's keychain. It is asked one thing at a time. Limits are in milliseconds, the wait for
 * earlier calls included; past them a call rejects with `vault-locked`, as it does where the keychain is
 * locked, and with `vault-failed` where it works and refuses.
 */
export interface Keychain {
  /** Its name as people of this system know it. */
  readonly label: string;
  watch(listener: (news: KeychainNews) => void): void;
  /** Whether it keeps secrets now: a round trip, for as long as that takes. Never rejects. */
  probe(): Promise<KeychainFinding>;
  /** `null` where it works and holds no such secret. */
  get(name: string, limit: number): Promise<string | null>;
  set(name: string, secret: string, limit: number): Promise<void>;
  clear(name: string, limit: number): Promise<void>;
  /** Lets what is under way come to its end, within the limit: later it ends with the process. */
  close(limit: number): Promise<void>;
}

/** A key for secrets, sealed with what is made of a passphrase. Bytes are in base64. */
export interface PassphraseLock {
  /** Of scrypt, RFC 7914 §2. */
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
  readonly salt: string;
  readonly wrapped: string;
}

/** A key for secrets, in memory until it is wiped; afterwards it is not to be used. */
export interface SecretsKey {
  /** Seals a secret under its name, in base64. */
  seal(secret: string, name: string): string;
  /** Rejects with `vault-failed` what was altered, or sealed under another key or name. */
  open(sealed: string, name: string): string;
  /** Another lock on this same key. Takes about half a second, off the main thread. */
  lockWith(passphrase: string): Promise<PassphraseLock>;
  wipe(): void;
}

/** The vault's cryptography. */
export interface VaultCrypto {
  newKey(): SecretsKey;
  /** `null` where the lock is for another passphrase. Takes about half a second, off the main thread. */
  openLock(lock: PassphraseLock, passphrase: string): Promise<SecretsKey | null>;
  /** 32 random bytes in base64. */
  newDataKey(): string;
  /** Throws `data-key-missing` where that is no data key. */
  dataSealer(dataKey: string): Sealer & { wipe(): void };
}

/** What the vault's file says, none of it secret: the secrets in it are sealed. */
export interface VaultContent {
  /** Where secrets are kept. */
  readonly home: 'keychain' | 'passphrase';
  /** Memory will do where there is no keychain: somebody said so. */
  readonly memoryAccepted: boolean;
  /** Without use; `null` for never. */
  readonly autoLockMinutes: number | null;
  /** Names of the secrets in the keychain. With another home: what could not be brought from there. */
  readonly inKeychain: readonly string[];
  /** Names of secrets in the keychain that have no use any more. */
  readonly toRemove: readonly string[];
  readonly sealed: SealedSecrets | null;
}

export interface SealedSecrets {
  readonly lock: PassphraseLock;
  readonly secrets: readonly { readonly name: string; readonly sealed: string }[];
}

/**
 * What was found of the vault's file. `refused`: it is of a newer Hookdesk or cannot be read, and is
 * left alone. `notice`: what a person should know, such as that a damaged file was set aside.
 */
export type VaultFileFinding =
  | { readonly kind: 'none'; readonly notice: string | null }
  | { readonly kind: 'found'; readonly content: VaultContent; readonly notice: string | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** The vault's file in the data folder. Rejects with `storage-failed`. */
export interface VaultFile {
  /** Reads it, and brings the copy before the last change back where the file itself is damaged. */
  load(): VaultFileFinding;
  isThere(): boolean;
  /** On disk, read back, and in the place of the one before, which is kept: all of it or none. */
  save(content: VaultContent): Promise<void>;
  /** Makes the kept copy the same as the file, so that what opened it before opens nothing any more. */
  renewCopy(): Promise<void>;
  /** Keeps a copy for good, under a dated name, which it returns. */
  keepAside(): Promise<string>;
}

/** Reports that the computer is put to sleep or that its screen is locked. */
export interface SuspendEvents {
  on(listener: () => void): void;
  /** What this host reports now. */
  reported(): LocksWith;
}
