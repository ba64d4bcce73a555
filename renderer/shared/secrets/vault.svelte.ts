import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { VaultChoice, VaultKind, VaultState } from '#contract/vault.ts';
import { follow } from '../follow.ts';
import { problemOf } from '../problem.ts';

/** `open` asks for whatever makes the vault usable: a passphrase, or where to store secrets. */
export type VaultQuestion =
  | { readonly kind: 'open' }
  | { readonly kind: 'choose'; readonly to: VaultKind | null }
  | { readonly kind: 'change-passphrase' };

export type WithSecrets = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Milliseconds; less than the shortest time until the vault locks. */
const useReportPause = 20_000;

const isUsable = (state: VaultState | null): boolean =>
  state?.status === 'ready' || state?.status === 'memory';

const isLocked = (state: VaultState | null): boolean =>
  state?.status === 'locked' && state.kind === 'passphrase';

/** Every action rejects with the host's problem. */
export class Vault {
  readonly #client: HookdeskClient;
  /** Called each time the vault becomes usable. */
  onUsable: () => void = () => undefined;
  /** Called before a lock hides the window. It resolves when the edits of this window are saved. */
  onLocking: () => Promise<void> = () => Promise.resolve();
  /** `performance.now()` of the last report of a person's work. */
  #lastUse = -Infinity;
  #answer: PromiseWithResolvers<boolean> | null = null;
  state = $state.raw<VaultState | null>(null);
  waitingSince = $state.raw<Date | null>(null);
  question = $state.raw<VaultQuestion | null>(null);

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  get usable(): boolean {
    return isUsable(this.state);
  }

  /** Whether the passphrase is needed, which hides all windows. */
  get isLocked(): boolean {
    return isLocked(this.state);
  }

  async load(): Promise<void> {
    this.#take(await this.#client.vault.state());
    void follow(this.#client.vault.watch(), (state) => {
      this.#take(state);
    });
  }

  async unlock(passphrase: string): Promise<void> {
    this.#take(await this.#client.vault.unlock({ passphrase }));
  }

  async lock(): Promise<void> {
    // With the key, edits reach the disk before the lock.
    await this.onLocking();
    this.#take(await this.#client.vault.lock());
  }

  /** Keeps an open vault from locking while a person works; reports at most every 20 s. */
  noteUse(): void {
    const now = performance.now();
    if (this.state?.kind !== 'passphrase' || !this.usable) return;
    if (now - this.#lastUse < useReportPause) return;
    this.#lastUse = now;
    // The window reports a lost host itself.
    void this.#client.vault.noteUse().catch(() => undefined);
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

  async retry(): Promise<void> {
    this.#take(await this.#client.vault.retry());
  }

  /** Archives the passphrase vault. */
  async startAnew(): Promise<void> {
    this.#take(await this.#client.vault.startAnew());
  }

  ask(question: Exclude<VaultQuestion, { kind: 'open' }>): void {
    this.answer();
    this.question = question;
  }

  /** Resolves to whether secrets are usable. Concurrent calls share one dialog. */
  async open(): Promise<boolean> {
    this.#take(await this.#client.vault.state());
    if (this.usable) return true;
    this.question = { kind: 'open' };
    this.#answer ??= Promise.withResolvers();
    return this.#answer.promise;
  }

  answer(): void {
    this.question = null;
    this.#answer?.resolve(this.usable);
    this.#answer = null;
  }

  /** Runs `work`; if the vault is locked, asks to unlock it and runs `work` again. */
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
    if (!this.isLocked && isLocked(state)) void this.onLocking();
    this.state = state;
    if (wasUsable || !isUsable(state)) return;
    if (this.question?.kind === 'open') this.answer();
    this.onUsable();
  }
}

export const [getVault, setVault] = createContext<Vault>();

/** Each `vault-locked` error offers to open the vault. */
export interface UnlockPrompt {
  /** A button label; `null` if the vault is usable. */
  readonly invitation: string | null;
  /** Resolves to whether secrets are usable. */
  open(): Promise<boolean>;
}

export const [getUnlockPrompt, setUnlockPrompt] = createContext<UnlockPrompt>();
