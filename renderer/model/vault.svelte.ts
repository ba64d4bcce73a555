import type { HookdeskClient } from '#contract/index.ts';
import type { VaultChoice, VaultKind, VaultState } from '#contract/vault.ts';
import { problemOf } from './problem.ts';

/** What a person is asked about the vault; `open`: whatever it takes to have secrets kept and read. */
export type VaultQuestion =
  | { readonly kind: 'open' }
  | { readonly kind: 'choose'; readonly to: VaultKind | null }
  | { readonly kind: 'change-passphrase' };

/** Does something that may need a secret, with the vault opened by a person where that is needed. */
export type WithSecrets = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Whether secrets can be kept and read now. */
const isUsable = (state: VaultState | null): boolean =>
  state?.status === 'ready' || state?.status === 'memory';

/**
 * The vault as the window has it: how it stands, as the host tells whenever that changes, and what a
 * person is asked about it. What a person does rejects with whatever the host says.
 */
export class Vault {
  readonly #client: HookdeskClient;
  readonly #whenUsable = new Set<() => void>();
  #answer: PromiseWithResolvers<boolean> | null = null;
  /** `null` before the host has told. */
  state = $state.raw<VaultState | null>(null);
  /** Since when the keychain has been waited for, as far as this window knows. */
  waitingSince = $state.raw<Date | null>(null);
  /** What is asked in a dialog now. */
  question = $state.raw<VaultQuestion | null>(null);

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  get usable(): boolean {
    return isUsable(this.state);
  }

  /** Resolves once the state is known; it is followed from then on, for as long as the host is there. */
  async load(): Promise<void> {
    this.#take(await this.#client.vault.state());
    void this.#follow();
  }

  /** Calls back whenever secrets can be used that could not be before. */
  onUsable(callback: () => void): void {
    this.#whenUsable.add(callback);
  }

  async unlock(passphrase: string): Promise<void> {
    this.#take(await this.#client.vault.unlock({ passphrase }));
  }

  async lock(): Promise<void> {
    this.#take(await this.#client.vault.lock());
  }

  async choose(choice: VaultChoice): Promise<void> {
    this.#take(await this.#client.vault.choose(choice));
  }

  async changePassphrase(old: string, next: string): Promise<void> {
    this.#take(await this.#client.vault.changePassphrase({ old, new: next }));
  }

  async lockAfter(minutes: number | null): Promise<void> {
    this.#take(await this.#client.vault.autoLock({ minutes }));
  }

  /** Looks for the keychain again. */
  async retry(): Promise<void> {
    this.#take(await this.#client.vault.retry());
  }

  /** Sets a passphrase vault aside that nobody can open, and begins an empty one. */
  async startAnew(): Promise<void> {
    this.#take(await this.#client.vault.startAnew());
  }

  /** Asks for another place to keep secrets, or for another passphrase. */
  ask(question: Exclude<VaultQuestion, { kind: 'open' }>): void {
    this.answer();
    this.question = question;
  }

  /**
   * Asks a person to unlock the vault, or to say where secrets are to be kept; resolves to whether they
   * can be used then. Who asks while it is asked already gets the same answer.
   */
  async open(): Promise<boolean> {
    this.#take(await this.#client.vault.state());
    if (this.usable) return true;
    this.question = { kind: 'open' };
    this.#answer ??= Promise.withResolvers();
    return this.#answer.promise;
  }

  /** The dialog is closed, with or without what it asked for. */
  answer(): void {
    this.question = null;
    this.#answer?.resolve(this.usable);
    this.#answer = null;
  }

  /** Does something that may need a secret; where the vault stands in the way, asks and does it again. */
  readonly withSecrets: WithSecrets = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (problemOf(error).code !== 'vault-locked' || !(await this.open())) throw error;
      return work();
    }
  };

  #take(state: VaultState): void {
    const wasUsable = this.usable || this.state === null;
    if (state.status !== 'waiting') this.waitingSince = null;
    else this.waitingSince ??= new Date();
    this.state = state;
    if (wasUsable || !isUsable(state)) return;
    if (this.question?.kind === 'open') this.answer();
    for (const callback of this.#whenUsable) callback();
  }

  async #follow(): Promise<void> {
    try {
      for await (const state of await this.#client.vault.watch()) this.#take(state);
    } catch {
      // The way to the host is lost, which the window says for itself.
    }
  }
}
