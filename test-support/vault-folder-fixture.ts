import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { FakeClock } from './clock.fake.ts';
import { openTestVault, type TestVaultOptions } from './vault-fixture.ts';
import { textIn } from './files-in.ts';

export const passphrase = 'vier Wörter ohne Sinn';

/** A new data folder for every test of a file, with a keychain and a clock. */
export class VaultFolder {
  directory = '';
  library = new TestKeychain();
  clock = new FakeClock();

  constructor() {
    beforeEach(() => {
      this.directory = mkdtempSync(join(tmpdir(), 'hookdesk-vault-'));
      this.library = new TestKeychain();
      this.clock = new FakeClock();
    });
    afterEach(() => {
      // A vault may still write what a test does not wait for.
      rmSync(this.directory, { recursive: true, maxRetries: 5 });
    });
  }

  /** Opens the vault like a start of Hookdesk. */
  open(options: Partial<TestVaultOptions> = {}) {
    const { directory, library, clock } = this;
    return openTestVault({ directory, library, clock, ...options });
  }

  /** A vault that has detected the status of its keychain. */
  async settled(options: Partial<TestVaultOptions> = {}) {
    const opened = this.open(options);
    await expect.poll(() => opened.vault.state().status, { interval: 2 }).not.toBe('opening');
    return opened;
  }

  async underPassphrase(options: Partial<TestVaultOptions> = {}) {
    this.library.manner = 'absent';
    const opened = await this.settled(options);
    await opened.vault.choose({ kind: 'passphrase', passphrase });
    return opened;
  }

  /** The text of all files in the data folder. */
  onDisk(): string {
    return textIn(this.directory);
  }
}
