import { EventPublisher } from '@orpc/server';
import type { VaultState, VaultStatus } from '#contract/vault.ts';
import type { VaultControl } from '#core/ports.ts';
import type { Sealer } from '#core/store-ports.ts';
import { passphraseNeeded } from '#core/vault/vault-problems.ts';

/** A vault whose state the test sets. While it is ready, its sealer encrypts nothing. */
export class FakeVault implements VaultControl {
  shown: VaultState = {
    status: 'ready',
    kind: 'keychain',
    label: 'Test keychain',
    reason: null,
    choices: [],
    kept: 0,
    autoLockMinutes: 30,
    locksWith: 'screen-and-sleep',
    canStartAnew: false,
  };
  readonly #changes = new EventPublisher<{ changed: VaultState }>();

  /** Changes the state and reports it to every watcher. */
  turn(status: VaultStatus, reason: string | null = null): void {
    this.shown = { ...this.shown, status, reason };
    this.#changes.publish('changed', this.shown);
  }
  state(): VaultState {
    return this.shown;
  }
  async *watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    yield this.shown;
    yield* changes;
  }
  unlock(): Promise<void> {
    return Promise.resolve();
  }
  lock(): void {
    this.turn('locked');
  }
  noteUse(): void {
    // The fake never locks by itself.
  }
  withoutUse<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
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
    if (this.shown.status !== 'ready') return Promise.reject(passphraseNeeded());
    return Promise.resolve({ seal: (plain) => plain, open: (sealed) => sealed });
  }
}
