import type { Sealer } from '../store-ports.ts';
import type { VaultCrypto } from '../vault-ports.ts';
import type { SecretBackend } from './secret-backends.ts';
import { dataKeyMissing, passphraseNeeded } from './vault-problems.ts';

export const dataKeyName = 'data-key';

type OpenSealer = Sealer & { wipe(): void };

/** The key of all sealed data. It is created once and stored among the secrets, so that it moves with them. */
export class DataKey {
  readonly #crypto: VaultCrypto;
  #openSealer: OpenSealer | null = null;
  #wasRequested = false;

  readonly sealer: Sealer = {
    seal: (plain, associated) => this.#requireSealer().seal(plain, associated),
    open: (sealed, associated) => this.#requireSealer().open(sealed, associated),
  };

  constructor(crypto: VaultCrypto) {
    this.#crypto = crypto;
  }

  /** @throws ProblemError `data-key-missing` when sealed data exist but the key is gone */
  async open(backend: SecretBackend, sealedBefore: boolean, limit: number): Promise<void> {
    this.#wasRequested = true;
    if (this.#openSealer !== null) return;
    const storedKey = await backend.get(dataKeyName, limit);
    if (storedKey !== null) {
      this.#openSealer = this.#crypto.dataSealer(storedKey);
      return;
    }
    if (sealedBefore) throw dataKeyMissing();
    const newKey = this.#crypto.newDataKey();
    await backend.set(dataKeyName, newKey, limit);
    this.#openSealer = this.#crypto.dataSealer(newKey);
  }

  /** After an unlock, sealers continue to work. */
  async reopen(backend: SecretBackend, limit: number): Promise<void> {
    if (!this.#wasRequested || !backend.has(dataKeyName)) return;
    await this.open(backend, true, limit);
  }

  wipe(): void {
    this.#openSealer?.wipe();
    this.#openSealer = null;
  }

  #requireSealer(): OpenSealer {
    if (this.#openSealer === null) throw passphraseNeeded();
    return this.#openSealer;
  }
}
