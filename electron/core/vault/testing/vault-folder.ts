import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { MovingClock } from '../../sessions/testing/moving-clock.ts';
import { vaultOfATest, type VaultOfATest } from './vault-of-a-test.ts';

export const passphrase = 'vier Wörter ohne Sinn';

/** A data folder of its own for every test of a file, with a keychain and a clock. */
export class VaultFolder {
  directory = '';
  library = new TestKeychain();
  clock = new MovingClock();

  constructor() {
    beforeEach(() => {
      this.directory = mkdtempSync(join(tmpdir(), 'hookdesk-vault-'));
      this.library = new TestKeychain();
      this.clock = new MovingClock();
    });
    afterEach(() => {
      rmSync(this.directory, { recursive: true });
    });
  }

  /** As at a start. */
  open(options: Partial<VaultOfATest> = {}) {
    const { directory, library, clock } = this;
    return vaultOfATest({ directory, library, clock, ...options });
  }

  /** A vault once it has found out how its keychain stands. */
  async settled(options: Partial<VaultOfATest> = {}) {
    const opened = this.open(options);
    await expect.poll(() => opened.vault.state().status, { interval: 2 }).not.toBe('opening');
    return opened;
  }

  async underPassphrase() {
    this.library.manner = 'absent';
    const opened = await this.settled();
    await opened.vault.choose({ kind: 'passphrase', passphrase });
    return opened;
  }

  /** Everything that lies in the data folder. */
  onDisk(): string {
    return readdirSync(this.directory, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
      .join('\n');
  }
}
