import type { VaultChoice, VaultKind, VaultState } from '#contract/vault.ts';
import { NewPassphrase } from '../../shared/secrets/new-passphrase.svelte.ts';
import type { Vault } from '../../shared/secrets/vault.svelte.ts';
import { checkingAgainLabel, isThere, progressOf } from './vault-labels.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';

export class SecretStorageChoice {
  readonly #vault: Vault;
  readonly passphrase = new NewPassphrase();
  readonly task = new LatestTask();
  /** Selected by the person; it may no longer be available. */
  requested = $state.raw<VaultKind | null>(null);

  readonly selected: VaultKind | null = $derived.by(() => {
    const { state } = this.#vault;
    if (state === null) return null;
    const { requested } = this;
    if (requested !== null && (state.choices.includes(requested) || isThere(requested, state))) {
      return requested;
    }
    return proposalOf(state);
  });
  readonly canConfirm: boolean = $derived.by(
    () =>
      this.selected !== null &&
      this.#vault.state?.choices.includes(this.selected) === true &&
      !this.task.isRunning,
  );

  constructor(vault: Vault, requested: VaultKind | null) {
    this.#vault = vault;
    this.requested = requested;
  }

  /** Moves the secrets. Returns whether they are there now. */
  async confirm(): Promise<boolean> {
    const { selected } = this;
    const { state } = this.#vault;
    if (selected === null || state === null || !this.canConfirm) return false;
    if (selected === 'passphrase' && !this.passphrase.check()) return false;
    const choice: VaultChoice =
      selected === 'passphrase'
        ? { kind: selected, passphrase: this.passphrase.text }
        : { kind: selected };
    const isMoved = await this.task.run(
      async () => {
        await this.#vault.choose(choice);
        return true;
      },
      progressOf(selected, state),
    );
    return isMoved === true;
  }

  async checkAgain(): Promise<void> {
    const { state } = this.#vault;
    const label = state === null ? '' : checkingAgainLabel(state);
    await this.task.run(() => this.#vault.retry(), label);
  }
}

/** A passphrase vault if no storage works, otherwise the one in use. */
function proposalOf(state: VaultState): VaultKind | null {
  if (state.status === 'unavailable' && state.choices.includes('passphrase')) return 'passphrase';
  return isThere(state.kind, state) ? state.kind : null;
}
