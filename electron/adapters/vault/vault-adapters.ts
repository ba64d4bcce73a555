import type { Keychain, VaultCrypto, VaultFile } from '#core/vault-ports.ts';
import type { LoadKeychainLibrary } from '../keychain/keychain-library.ts';
import { SystemKeychain } from '../keychain/system-keychain.ts';
import type { ScryptCost } from './passphrase-key.ts';
import { createVaultCrypto } from './vault-crypto.ts';
import { vaultFile } from './vault-file.ts';

export interface VaultAdapterOptions {
  readonly directory: string;
  readonly load?: LoadKeychainLibrary;
  readonly cost?: ScryptCost;
}

export function vaultAdapters({ directory, load, cost }: VaultAdapterOptions): {
  keychain: Keychain;
  file: VaultFile;
  crypto: VaultCrypto;
} {
  return {
    keychain: new SystemKeychain({ directory, ...(load === undefined ? {} : { load }) }),
    file: vaultFile(directory),
    crypto: createVaultCrypto(cost),
  };
}
