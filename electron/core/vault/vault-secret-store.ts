import { EventPublisher } from '@orpc/server';
import type { VaultState } from '#contract/vault.ts';
import { progressName } from '../connections/owned-secrets.ts';
import type { SecretStore } from '../ports.ts';
import type { Sealer } from '../store-ports.ts';
import type { KeychainFinding, SecretsKey, VaultPorts } from '../vault-ports.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import { DataKey, dataKeyName } from './data-key.ts';
import { LockWhenIdle } from './lock-when-idle.ts';
import { sweep } from './move-secrets.ts';
import {
  keychainBackend,
  memoryBackend,
  passphraseBackend,
  type SecretBackend,
} from './secret-backends.ts';
import {
  afterVaultEvent,
  initialCondition,
  type LockedBy,
  type VaultCondition,
  type VaultEvent,
  storageInUse,
} from './storage-in-use.ts';
import { superfluous, VaultIndex } from './vault-index.ts';
import * as problems from './vault-problems.ts';
import { shownVault } from './shown-vault.ts';
import { vaultTimeLimit, VaultTurns } from './vault-turns.ts';

/**
 * Reads and writes secrets where the vault has them, and knows the vault's condition. State changes go through
 * `apply`. A change of several secrets runs exclusively in `inTurn`.
 */
export class VaultSecretStore implements SecretStore {
  readonly index: VaultIndex;
  readonly memory = new Map<string, string>();
  readonly #ports: VaultPorts;
  readonly #turns: VaultTurns;
  readonly #autoLock: LockWhenIdle;
  readonly #dataKey: DataKey;
  readonly #changes = new EventPublisher<{ changed: VaultState }>({ maxBufferedEvents: 1 });
  #condition: VaultCondition = initialCondition;
  #key: SecretsKey | null = null;
  #locks = 0;

  constructor(ports: VaultPorts) {
    const { clock, crypto, file, keychain, namesBefore } = ports;
    this.#ports = ports;
    this.#turns = new VaultTurns(clock);
    this.index = new VaultIndex(file, namesBefore);
    this.#dataKey = new DataKey(crypto);
    this.#autoLock = new LockWhenIdle(clock, () => {
      this.lock('idle');
    });
    keychain.watch((keychainEvent) => {
      this.apply({ kind: 'keychain', event: keychainEvent });
    });
  }

  get condition(): VaultCondition {
    return this.#condition;
  }

  /** Number of locks so far: work can detect a lock that happened meanwhile. */
  get locks(): number {
    return this.#locks;
  }

  /** `null` while locked or without a passphrase vault. */
  get key(): SecretsKey | null {
    return this.#key;
  }

  state(): VaultState {
    const { autoLockMinutes, inKeychain } = this.index.content;
    return shownVault(this.#condition, {
      keychainLabel: this.#ports.keychain.label,
      autoLockMinutes,
      locksWith: this.#ports.suspendEvents.reported(),
      inKeychain: inKeychain.length,
      kept: this.#names().filter(isOfPerson).length,
    });
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    let reported = this.state();
    yield reported;
    for await (const state of changes) {
      if (JSON.stringify(state) === JSON.stringify(reported)) continue;
      reported = state;
      yield state;
    }
  }

  has(name: string): boolean {
    return this.#names().includes(name);
  }

  get(name: string): Promise<string | null> {
    return this.#use((backend, limit) => backend.get(name, limit));
  }

  set(name: string, secret: string): Promise<void> {
    return this.#use((backend, limit) => backend.set(name, secret, limit));
  }

  async clear(name: string): Promise<void> {
    // Avoids a call to a locked keychain when there is nothing to clear.
    const isInKeychain = this.index.content.inKeychain.includes(name);
    if (!isInKeychain && !this.has(name)) return;
    await this.#use(async (backend, limit) => {
      await backend.clear(name, limit);
      // A secret left in the keychain is removed when the keychain opens.
      if (this.index.content.inKeychain.includes(name)) await this.index.note(superfluous(name));
    });
  }

  async dataSealer(sealedBefore: boolean): Promise<Sealer> {
    const locks = this.#locks;
    await this.#use((backend, limit) => this.#dataKey.open(backend, sealedBefore, limit));
    if (locks !== this.#locks) {
      this.#dataKey.wipe();
      throw problems.lockedMeanwhile();
    }
    return this.#dataKey.sealer;
  }

  apply(event: VaultEvent): void {
    this.#condition = afterVaultEvent(this.#condition, event);
    this.report();
  }

  report(): void {
    this.#changes.publish('changed', this.state());
  }

  /** Rejects with `vault-locked` when other work takes too long. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(work, vaultTimeLimit);
  }

  /** Resolves when the keychain answers for the first time, or is found to be slow, in about 2 s. */
  async keychainAnswered(): Promise<void> {
    for await (const { status } of this.watch()) if (status !== 'opening') return;
  }

  async probeKeychain(): Promise<KeychainFinding> {
    const { keychain } = this.#ports;
    const finding = await keychain.probe();
    if (finding.kind === 'open' && this.index.content.toRemove.length > 0) {
      await this.inTurn(() => sweep(keychain, this.index)).catch(() => undefined);
    }
    return finding;
  }

  async probeKeychainInTime(): Promise<KeychainFinding> {
    const { clock, keychain } = this.#ports;
    const finding = await withTimeout(clock, keychain.probe(), vaultTimeLimit);
    if (finding === timedOut) {
      throw problems.keychainSilent(keychain.label, vaultTimeLimit / 1_000);
    }
    return finding;
  }

  async useKey(key: SecretsKey, event: VaultEvent): Promise<void> {
    this.#key?.wipe();
    this.#key = key;
    this.apply(event);
    this.restartAutoLock();
    // The next caller who needs the data key gets the error.
    await this.#dataKey
      .reopen(passphraseBackend(key, this.index), vaultTimeLimit)
      .catch(() => undefined);
  }

  restartAutoLock(): void {
    if (this.#key !== null) this.#autoLock.start(this.index.content.autoLockMinutes);
  }

  /** A vault that should have locked during sleep locks now. */
  noteUse(): void {
    if (this.#key !== null) this.#autoLock.use();
  }

  withoutUse<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#autoLock.withoutUse(work);
  }

  lock(by: LockedBy): void {
    if (this.#condition.home !== 'passphrase') return;
    this.#locks += 1;
    if (this.#key === null) return;
    this.wipeKeys();
    this.apply({ kind: 'locked', by });
  }

  wipeKeys(): void {
    this.forgetKey();
    this.#dataKey.wipe();
  }

  /** The data key stays: it moved with the secrets. */
  forgetKey(): void {
    this.#autoLock.stop();
    this.#key?.wipe();
    this.#key = null;
  }

  #names(): readonly string[] {
    const { home, inKeychain, sealed } = this.index.content;
    if (storageInUse(this.#condition).status === 'memory') return [...this.memory.keys()];
    if (this.#condition.home === 'refused') return [];
    return home === 'keychain' ? inKeychain : (sealed?.secrets.map(({ name }) => name) ?? []);
  }

  async #use<Result>(
    work: (backend: SecretBackend, limit: number) => Promise<Result>,
  ): Promise<Result> {
    const { clock } = this.#ports;
    const { content } = this.index;
    const end = clock.now().getTime() + vaultTimeLimit;
    const remaining = (): number => Math.max(1, end - clock.now().getTime());
    // Waits outside the queue, so that the person can choose another backend.
    const { status, kind } = storageInUse(this.#condition);
    if (kind === 'keychain' && status !== 'ready' && status !== 'unavailable') {
      await this.probeKeychainInTime();
    }
    const result = await this.#turns.run(() => work(this.#backend(), remaining()), remaining());
    // Most calls only read a token, which changes nothing in the window.
    const isInMemory = storageInUse(this.#condition).status === 'memory';
    if (isInMemory || this.index.content !== content) this.report();
    return result;
  }

  #backend(): SecretBackend {
    const { keychain, refusal } = this.#condition;
    const { status, kind } = storageInUse(this.#condition);
    if (status === 'memory') return memoryBackend(this.memory);
    if (kind === 'passphrase') {
      this.#autoLock.useSecret();
      if (this.#key === null) throw problems.passphraseNeeded();
      return passphraseBackend(this.#key, this.index);
    }
    if (status === 'locked' && keychain.kind === 'locked') {
      throw problems.keychainLocked(keychain.reason);
    }
    if (status === 'unavailable') {
      throw problems.nothingChosen(refusal ?? (keychain.kind === 'absent' ? keychain.reason : ''));
    }
    return keychainBackend(this.#ports.keychain, this.index);
  }
}

const isOfPerson = (name: string): boolean =>
  !name.startsWith(dataKeyName) && name !== progressName;
