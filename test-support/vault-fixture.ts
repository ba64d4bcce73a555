import { type KeychainLibrary, SystemKeychain } from '#adapters/keychain/system-keychain.ts';
import { createVaultCrypto, type ScryptCost } from '#adapters/vault/vault-crypto.ts';
import { vaultFile } from '#adapters/vault/vault-file.ts';
import type { Clock } from '#core/ports.ts';
import { FakeClock } from './clock.fake.ts';
import { Vault } from '#core/vault/vault.ts';

/** Cheap scrypt parameters, so that tests are fast. */
const cheap = { N: 2, r: 1, p: 1 };

export interface TestVaultOptions {
  readonly directory: string;
  readonly library: KeychainLibrary;
  readonly clock?: Clock;
  readonly namesBefore?: readonly string[];
  readonly cost?: ScryptCost;
  /** Milliseconds after which the keychain counts as slow; short, for tests of a silent one. */
  readonly timeLimit?: number;
}

/** A vault on real files and real cryptography, with a keychain that the test controls. */
export function openTestVault(options: TestVaultOptions) {
  const { directory, library, clock = new FakeClock(), namesBefore = [], cost = cheap } = options;
  const { timeLimit = 30 } = options;
  let suspend: () => void = () => undefined;
  const vault = new Vault({
    keychain: new SystemKeychain({
      directory,
      load: () => Promise.resolve(library),
      timeLimit,
    }),
    file: vaultFile(directory),
    crypto: createVaultCrypto(cost),
    clock,
    suspendEvents: {
      on: (listener) => {
        suspend = listener;
      },
      reported: () => 'screen-and-sleep',
    },
    namesBefore,
  });
  return {
    vault,
    secrets: vault.secrets,
    suspend: () => {
      suspend();
    },
    /** For example `ready keychain`. */
    condition: () => `${vault.state().status} ${vault.state().kind}`,
  };
}
