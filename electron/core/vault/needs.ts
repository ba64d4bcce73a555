import type { Clock } from '../ports.ts';
import type { Keychain, SuspendEvents, VaultCrypto, VaultFile } from '../vault-ports.ts';

/** What the vault takes from the machine. */
export interface VaultNeeds {
  readonly keychain: Keychain;
  readonly file: VaultFile;
  readonly crypto: VaultCrypto;
  readonly clock: Clock;
  readonly suspendEvents: SuspendEvents;
  /** Names of secrets that may be in the keychain from before there was a vault's file. */
  readonly namesBefore: readonly string[];
}
