import type { VaultChoice, VaultKind, VaultState } from '#contract/vault.ts';
import { NewPassphrase } from '../../shared/secrets/new-passphrase.svelte.ts';
import type { Vault } from '../../shared/secrets/vault.svelte.ts';
import { isThere, progressOf } from './vault-labels.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';

export class PlaceChoice {
  readonly #vault: Vault;
  readonly passphrase = new NewPassphrase();
  readonly task = new LatestTask();
  /** The chosen place; it may no longer be available. */
  chosen = $state.raw<VaultKind | null>(null);

  readonly to: VaultKind | null = $derived.by(() => {
    const { state } = this.#vault;
    if (state === null) return null;
    const { chosen } = this;
    if (chosen !== null && (state.choices.includes(chosen) || isThere(chosen, state))) {
      return chosen;
    }
    return proposalOf(state);
  });
  readonly canConfirm: boolean = $derived.by(
    () =>
      this.to !== null &&
      this.#vault.state?.choices.includes(this.to) === true &&
      !this.task.isRunning,
  );

  constructor(vault: Vault, chosen: VaultKind | null) {
    this.#vault = vault;
    this.chosen = chosen;
  }

  async confirm(): Promise<boolean> {
    const { to } = this;
    const { state } = this.#vault;
    if (to === null || state === null || !this.canConfirm) return false;
    if (to === 'passphrase' && !this.passphrase.check()) return false;
    const choice: VaultChoice =
      to === 'passphrase' ? { kind: to, passphrase: this.passphrase.text } : { kind: to };
    const chosen = await this.task.run(() => this.#vault.choose(choice), progressOf(to, state));
    return chosen !== null;
  }

  async retryKeychain(): Promise<void> {
    await this.task.run(() => this.#vault.retry(), 'Connecting to the keychain…');
  }
}

/** Proposes a passphrase if there is no vault yet, otherwise the present place. */
function proposalOf(state: VaultState): VaultKind | null {
  if (state.status === 'unavailable' && state.choices.includes('passphrase')) return 'passphrase';
  return isThere(state.kind, state) ? state.kind : null;
}
