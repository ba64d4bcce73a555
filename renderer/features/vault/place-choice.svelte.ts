import type { VaultChoice, VaultKind, VaultState } from '#contract/vault.ts';
import { NewPassphrase } from '../../model/new-passphrase.svelte.ts';
import type { Vault } from '../../model/vault.svelte.ts';
import { isThere } from '../../parts/vault-words.ts';
import { Attempt } from './attempt.svelte.ts';
import { progressOf } from './words.ts';

/** Where somebody wants secrets to be kept. */
export class PlaceChoice {
  readonly #vault: Vault;
  readonly passphrase = new NewPassphrase();
  readonly attempt = new Attempt();
  /** What was chosen here; what is offered may be something else by now. */
  chosen = $state.raw<VaultKind | null>(null);

  /** What is marked; `null` for nothing. */
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
      this.attempt.busy === null,
  );

  constructor(vault: Vault, chosen: VaultKind | null) {
    this.#vault = vault;
    this.chosen = chosen;
  }

  /** Moves secrets there; resolves to whether they are. */
  async confirm(): Promise<boolean> {
    const { to } = this;
    const { state } = this.#vault;
    if (to === null || state === null || !this.canConfirm) return false;
    if (to === 'passphrase' && !this.passphrase.check()) return false;
    const choice: VaultChoice =
      to === 'passphrase' ? { kind: to, passphrase: this.passphrase.text } : { kind: to };
    return this.attempt.run(progressOf(to, state), () => this.#vault.choose(choice));
  }

  /** Looks for the keychain again. */
  async lookAgain(): Promise<void> {
    await this.attempt.run('Looking for the keychain…', () => this.#vault.retry());
  }
}

/** A passphrase where there is nothing yet; memory only for who says so. */
function proposalOf(state: VaultState): VaultKind | null {
  if (state.status === 'unavailable' && state.choices.includes('passphrase')) return 'passphrase';
  return isThere(state.kind, state) ? state.kind : null;
}
