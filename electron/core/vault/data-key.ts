import type { Sealer } from '../ports.ts';
import type { VaultCrypto } from '../vault-ports.ts';
import type { SecretBackend } from './secret-backends.ts';
import { dataKeyMissing, passphraseNeeded } from './vault-problems.ts';

export const dataKeyName = 'data-key';

type OpenSealer = Sealer & { wipe(): void };

/** Created once and stored among the secrets, so that it moves with them. */
export class DataKey {
  readonly #crypto: VaultCrypto;
  #open: OpenSealer | null = null;
  #isWanted = false;

  readonly sealer: Sealer = {
    seal: (plain, associated) => this.#used().seal(plain, associated),
    open: (sealed, associated) => this.#used().open(sealed, associated),
  };

  constructor(crypto: VaultCrypto) {
    this.#crypto = crypto;
  }

  /** @throws ProblemError `data-key-missing` when sealed data exist but the key is gone */
  async open(backend: SecretBackend, sealedBefore: boolean, limit: number): Promise<void> {
    this.#isWanted = true;
    if (this.#open !== null) return;
    const kept = await backend.get(dataKeyName, limit);
    if (kept !== null) {
      this.#open = this.#crypto.dataSealer(kept);
      return;
    }
    if (sealedBefore) throw dataKeyMissing();
    const made = this.#crypto.newDataKey();
    await backend.set(dataKeyName, made, limit);
    this.#open = this.#crypto.dataSealer(made);
  }

  /** After an unlock, sealers continue to work. */
  async reopen(backend: SecretBackend, limit: number): Promise<void> {
    if (!this.#isWanted || !backend.has(dataKeyName)) return;
    await this.open(backend, true, limit);
  }

  wipe(): void {
    this.#open?.wipe();
    this.#open = null;
  }

  #used(): OpenSealer {
    if (this.#open === null) throw passphraseNeeded();
    return this.#open;
  }
}
