import type { VaultState } from '#contract/vault.ts';
import type { Sealer, VaultControl } from '#core/ports.ts';

/** A vault that is ready, or as a test says; nothing is sealed. */
export class FakeVault implements VaultControl {
  shown: VaultState = {
    status: 'ready',
    kind: 'keychain',
    label: 'Test keychain',
    reason: null,
    choices: [],
    kept: 0,
    autoLockMinutes: 30,
  };
  state(): VaultState {
    return this.shown;
  }
  async *watch(): AsyncGenerator<VaultState, void, void> {
    await Promise.resolve();
    yield this.shown;
  }
  unlock(): Promise<void> {
    return Promise.resolve();
  }
  lock(): void {
    this.shown = { ...this.shown, status: 'locked' };
  }
  choose(): Promise<void> {
    return Promise.resolve();
  }
  changePassphrase(): Promise<void> {
    return Promise.resolve();
  }
  setAutoLock(minutes: number | null): Promise<void> {
    this.shown = { ...this.shown, autoLockMinutes: minutes };
    return Promise.resolve();
  }
  retry(): Promise<void> {
    return Promise.resolve();
  }
  startAnew(): Promise<void> {
    return Promise.resolve();
  }
  dataSealer(): Promise<Sealer> {
    return Promise.resolve({ seal: (plain) => plain, open: (sealed) => sealed });
  }
}
