import type { Clock } from '../ports.ts';
import type { Keychain, SuspendEvents, VaultCrypto, VaultFile } from '../vault-ports.ts';

export interface VaultNeeds {
  readonly keychain: Keychain;
  readonly file: VaultFile;
  readonly crypto: VaultCrypto;
  readonly clock: Clock;
  readonly suspendEvents: SuspendEvents;
  /** Secrets possibly in the keychain from before the vault's file existed. */
  readonly namesBefore: readonly string[];
}
