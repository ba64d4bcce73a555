import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { openTestVault } from '#test-support/vault-fixture.ts';
import { poweredLibrary } from './power.ts';

export type OpenedVault = ReturnType<typeof openTestVault>;

/** A data folder and a keychain that persist across starts. The power can fail at each of their steps. */
export class VaultMachine {
  readonly library = new TestKeychain();
  readonly #directory: string;

  /** @param root holds the data folder */
  constructor(root: string) {
    this.#directory = mkdtempSync(join(root, 'data-'));
  }

  /** Opens the vault like a start of Hookdesk, and waits for the keychain. */
  async openVault(): Promise<OpenedVault> {
    const opened = openTestVault({
      directory: this.#directory,
      library: poweredLibrary(this.library),
      timeLimit: 10_000,
    });
    await vi.waitUntil(() => opened.vault.state().status !== 'opening', { interval: 1 });
    return opened;
  }
}
