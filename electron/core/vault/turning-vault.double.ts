import { EventPublisher } from '@orpc/server';
import type { VaultState, VaultStatus } from '#contract/vault.ts';
import type { Sealer } from '../ports.ts';
import { passphraseNeeded } from './problems.ts';
import { FakeVault } from '#test-support/vault.fake.ts';

/** A vault that a test turns to another state; it gives its sealer only while it is ready. */
export class FakeVault extends FakeVault {
  readonly #changes = new EventPublisher<{ changed: VaultState }>();
  turn(status: VaultStatus, reason: string | null = null): void {
    this.shown = { ...this.shown, status, reason };
    this.#changes.publish('changed', this.shown);
  }
  override async *watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    yield this.shown;
    yield* changes;
  }
  override dataSealer(): Promise<Sealer> {
    return this.shown.status === 'ready' ? super.dataSealer() : Promise.reject(passphraseNeeded());
  }
}
