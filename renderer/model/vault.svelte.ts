import type { HookdeskClient } from '#contract/index.ts';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from './problem.ts';

/** How the vault stands, as the host tells it whenever that changes. */
export class VaultWatch {
  readonly #client: HookdeskClient;
  /** `null` before the host has told. */
  state = $state.raw<VaultState | null>(null);
  /** What was wrong with what was tried last. */
  problem = $state.raw<Problem | null>(null);

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  /** Resolves once the state is known; it is followed from then on, for as long as the host is there. */
  async load(): Promise<void> {
    this.state = await this.#client.vault.state();
    void this.#follow();
  }

  async choose(choice: VaultChoice): Promise<void> {
    await this.#try(() => this.#client.vault.choose(choice));
  }

  async retry(): Promise<void> {
    await this.#try(() => this.#client.vault.retry());
  }

  async #try(work: () => Promise<VaultState>): Promise<void> {
    this.problem = null;
    try {
      this.state = await work();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async #follow(): Promise<void> {
    try {
      for await (const state of await this.#client.vault.watch()) this.state = state;
    } catch {
      // The way to the host is lost, which the window says for itself.
    }
  }
}
