import type { LocksWith } from '#contract/vault.ts';
import type { Clock } from './ports.ts';
import type { Sealer } from './store-ports.ts';

/** What a probe of the keychain shows. */
export type KeychainFinding =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'absent'; readonly reason: string };

/** `waiting`: a call has had no answer for 2 s. */
export type KeychainEvent = KeychainFinding | { readonly kind: 'waiting' };

/**
 * Runs one call at a time. `limit`: milliseconds, queueing included. Rejects: `vault-locked` on timeout or
 * lock, `vault-failed` when the keychain refuses.
 */
export interface Keychain {
  readonly label: string;
  watch(listener: (event: KeychainEvent) => void): void;
  /** Tests with a round trip, without limit. Never rejects. */
  probe(): Promise<KeychainFinding>;
  /** Returns `null` when the keychain works and has no such secret. */
  get(name: string, limit: number): Promise<string | null>;
  set(name: string, secret: string, limit: number): Promise<void>;
  clear(name: string, limit: number): Promise<void>;
  close(limit: number): Promise<void>;
}

/** A secrets key wrapped with a passphrase. Base64. */
export interface PassphraseLock {
  /** scrypt parameters. Source: RFC 7914 §2. */
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
  readonly salt: string;
  readonly wrapped: string;
}

/** A key in memory; unusable after `wipe`. */
export interface SecretsKey {
  seal(secret: string, name: string): string;
  /** Throws `vault-failed` for altered data, another key or another name. */
  open(sealed: string, name: string): string;
  /** Takes about 500 ms, off the main thread. */
  lockWith(passphrase: string): Promise<PassphraseLock>;
  wipe(): void;
}

export interface VaultCrypto {
  newKey(): SecretsKey;
  /** Returns `null` for a wrong passphrase. Takes about 500 ms, off the main thread. */
  openLock(lock: PassphraseLock, passphrase: string): Promise<SecretsKey | null>;
  /** 32 random bytes, base64. */
  newDataKey(): string;
  /** @throws ProblemError `data-key-missing` for an invalid key */
  dataSealer(dataKey: string): Sealer & { wipe(): void };
}

/** The vault's file. */
export interface VaultContent {
  /** Where the secrets are stored. */
  readonly home: 'keychain' | 'passphrase';
  /** The person accepted memory-only secrets when there is no keychain. */
  readonly memoryAccepted: boolean;
  /** Minutes without use; `null` means never. */
  readonly autoLockMinutes: number | null;
  /** Secrets in the keychain; after a move to a passphrase, those that could not be moved. */
  readonly inKeychain: readonly string[];
  /** Secrets that must be removed from the keychain. */
  readonly toRemove: readonly string[];
  readonly sealed: SealedSecrets | null;
}

/** The secrets of a passphrase vault, each sealed with the key that the lock wraps. */
export interface SealedSecrets {
  readonly lock: PassphraseLock;
  readonly secrets: readonly { readonly name: string; readonly sealed: string }[];
}

/** What reading the vault's file shows. `refused`: unreadable or from a newer Hookdesk, so never touched. */
export type VaultFileFinding =
  | { readonly kind: 'none'; readonly notice: string | null }
  | { readonly kind: 'found'; readonly content: VaultContent; readonly notice: string | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** Methods reject with `storage-failed`. */
export interface VaultFile {
  /** Restores the copy when the file is damaged. */
  load(): VaultFileFinding;
  isThere(): boolean;
  /** Atomic, on disk and read back. The copy gets the same content: neither file has a deleted secret. */
  save(content: VaultContent): Promise<void>;
  /** Returns the name of a dated copy that is never deleted. */
  keepAside(): Promise<string>;
}

export interface SuspendEvents {
  on(listener: () => void): void;
  /** Which of them the system reports. */
  reported(): LocksWith;
}

export interface VaultPorts {
  readonly keychain: Keychain;
  readonly file: VaultFile;
  readonly crypto: VaultCrypto;
  readonly clock: Clock;
  readonly suspendEvents: SuspendEvents;
  /** Secrets possibly in the keychain from before the vault's file existed. */
  readonly namesBefore: readonly string[];
}
