import type { VaultChoice, VaultState } from '#contract/vault.ts';
import { passphraseFault } from '#domain/vault/passphrase.ts';
import type { SecretStore, VaultControl } from '../ports.ts';
import type { Sealer } from '../store-ports.ts';
import { dataKeyName } from './data-key.ts';
import { VaultSecretStore } from './vault-secret-store.ts';
import { vaultTimeLimit, VaultTurns } from './vault-turns.ts';
import {
  addSecretsToPassphrase,
  moveSecretsToKeychain,
  moveSecretsToPassphrase,
  openSecrets,
  secretsInKeychain,
  sweep,
  withNewer,
} from './move-secrets.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import type { PassphraseLock, SecretsKey, VaultPorts } from '../vault-ports.ts';
import * as problems from './vault-problems.ts';
import { storageInUse, wasOpenBeforeLock } from './storage-in-use.ts';
import { storageChoices } from './storage-choices.ts';

const retryMilliseconds = 2_000;

const closeMilliseconds = 500;

/**
 * Moves the secrets to where a person chooses to store them (keychain, passphrase file, memory); `VaultSecretStore`
 * reads and writes them, where `storageInUse` says. It searches for the keychain in the background: only callers who
 * need a secret wait.
 */
export class Vault implements VaultControl {
  readonly secrets: SecretStore;
  readonly notice: string | null;
  /** Which secrets the file names at the start; `null` without a file. */
  readonly named: { readonly dataKey: boolean; readonly inKeychain: boolean } | null;
  readonly #ports: VaultPorts;
  readonly #store: VaultSecretStore;
  readonly #passphrases: VaultTurns;

  constructor(ports: VaultPorts) {
    this.#ports = ports;
    const store = new VaultSecretStore(ports);
    this.#store = store;
    this.#passphrases = new VaultTurns(ports.clock);
    this.secrets = store;
    const finding = store.index.load();
    this.notice = finding.kind === 'refused' ? finding.reason : finding.notice;
    store.apply({ kind: 'file', finding });
    ports.suspendEvents.on(() => {
      store.lock('suspend');
    });
    const { home, toRemove, inKeychain } = store.index.content;
    const dataKey = this.secrets.has(dataKeyName);
    this.named = finding.kind === 'none' ? null : { dataKey, inKeychain: inKeychain.length > 0 };
    if (home === 'keychain' || toRemove.length > 0) void store.probeKeychain();
  }

  state(): VaultState {
    return this.#store.state();
  }

  watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void> {
    return this.#store.watch(signal);
  }

  async dataSealer({ sealedBefore }: { readonly sealedBefore: boolean }): Promise<Sealer> {
    // The key of newly sealed data must survive a restart, even after the data folder was deleted.
    await this.#store.index.restoreFile();
    return this.#store.dataSealer(sealedBefore);
  }

  async unlock(passphrase: string): Promise<void> {
    const store = this.#store;
    const { index, locks, memory } = store;
    const { key, lock } = await this.#openLock('passphrase', passphrase);
    await store.inTurn(async () => {
      try {
        this.#checkLock(lock);
        if (locks !== store.locks) throw problems.lockedMeanwhile();
        // Memory was in use while the vault's file could not be read.
        if (memory.size > 0) await addSecretsToPassphrase({ key, index }, memory);
      } catch (error) {
        key.wipe();
        throw error;
      }
      memory.clear();
      await store.useKey(key, { kind: 'unlocked' });
    });
  }

  lock(): void {
    if (this.#store.condition.home !== 'passphrase') throw problems.noPassphrase();
    this.#store.lock('hand');
  }

  noteUse(): void {
    this.#store.noteUse();
  }

  withoutUse<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#store.withoutUse(work);
  }

  async changePassphrase(old: string, next: string): Promise<void> {
    checkPassphrase('new', next);
    const { index } = this.#store;
    const { key, lock: before } = await this.#openLock('old', old);
    await this.#store.inTurn(async () => {
      try {
        this.#checkLock(before);
        const lock = await key.lockWith(next);
        const checkedKey = await this.#ports.crypto.openLock(lock, next);
        if (checkedKey === null) throw problems.readBackDiffers('The vault');
        checkedKey.wipe();
        await index.change(({ sealed }) => ({ sealed: sealed && { ...sealed, lock } }));
      } finally {
        key.wipe();
      }
    });
  }

  async setAutoLock(minutes: number | null): Promise<void> {
    await this.#store.index.change(() => ({ autoLockMinutes: minutes }));
    this.#store.restartAutoLock();
    this.#store.report();
  }

  async retry(): Promise<void> {
    const store = this.#store;
    if (store.condition.home === 'refused') {
      store.apply({ kind: 'file', finding: store.index.load() });
    }
    const finding = await withTimeout(this.#ports.clock, store.probeKeychain(), retryMilliseconds);
    // After a late answer, secrets stay in memory until the person moves them.
    if (finding === timedOut || finding.kind !== 'open') return;
    if (store.condition.home !== 'keychain') return;
    if (storageInUse(store.condition).status === 'memory') await this.#chooseKeychain();
  }

  async choose(choice: VaultChoice): Promise<void> {
    // What is offered depends on the keychain.
    await this.#store.keychainAnswered();
    switch (choice.kind) {
      case 'memory':
        return this.#chooseMemory();
      case 'passphrase':
        return this.#choosePassphrase(choice.passphrase);
      case 'keychain':
        return this.#chooseKeychain();
    }
  }

  async startAnew(): Promise<void> {
    const store = this.#store;
    await store.inTurn(async () => {
      if (store.condition.home !== 'passphrase') throw problems.noPassphrase();
      if (wasOpenBeforeLock(store.condition)) throw problems.openedSinceStart();
      await store.index.keepAside();
      await store.index.change(() => ({ home: 'keychain', sealed: null }));
      store.wipeKeys();
      store.apply({ kind: 'file', finding: { kind: 'none', notice: null } });
    });
    void store.probeKeychain();
  }

  /** Wipes keys and secrets from memory; waits up to 500 ms for the keychain. */
  async close(): Promise<void> {
    this.#store.wipeKeys();
    this.#store.memory.clear();
    await this.#ports.keychain.close(closeMilliseconds);
  }

  /** Not in `inTurn`: wrong passphrases must not delay other work. */
  async #openLock(
    path: 'passphrase' | 'old',
    passphrase: string,
  ): Promise<{ readonly key: SecretsKey; readonly lock: PassphraseLock }> {
    return this.#passphrases.run(async () => {
      const { home, sealed } = this.#store.index.content;
      if (home !== 'passphrase' || sealed === null) throw problems.noPassphrase();
      const key = await this.#ports.crypto.openLock(sealed.lock, passphrase);
      if (key === null) throw problems.wrongPassphrase(path);
      return { key, lock: sealed.lock };
    }, vaultTimeLimit);
  }

  /** The passphrase may have changed since it opened the lock. */
  #checkLock(lock: PassphraseLock): void {
    const { home, sealed } = this.#store.index.content;
    if (home !== 'passphrase' || sealed?.lock.wrapped !== lock.wrapped) {
      throw problems.lockedMeanwhile();
    }
  }

  /** Not in `inTurn`: the person need not wait for the keychain. */
  async #chooseMemory(): Promise<void> {
    const { condition, index } = this.#store;
    if (!this.#offers('memory')) throw problems.notOffered();
    const { status } = storageInUse(condition);
    this.#store.apply({ kind: 'memory-chosen' });
    // Without a keychain, the next start does not ask again.
    if (status === 'unavailable' && condition.home !== 'refused') {
      await index.note(() => ({ memoryAccepted: true }));
    }
  }

  async #choosePassphrase(passphrase: string): Promise<void> {
    checkPassphrase('passphrase', passphrase);
    const store = this.#store;
    const { keychain, crypto } = this.#ports;
    const { index, memory } = store;
    await store.inTurn(async () => {
      const { inKeychain } = index.content;
      if (!this.#offers('passphrase')) {
        const { home, keychain: event } = store.condition;
        const leavesBehind = home === 'keychain' && event.kind !== 'open' && inKeychain.length > 0;
        throw leavesBehind
          ? problems.wouldLeaveBehind(keychain.label, inKeychain.length)
          : problems.notOffered();
      }
      const from = store.condition.keychain.kind === 'open' ? inKeychain : [];
      // Secrets in memory are newer than those in the keychain.
      const secrets = withNewer(await secretsInKeychain(keychain, from), memory);
      const key = await moveSecretsToPassphrase({ crypto, index }, secrets, passphrase, from);
      memory.clear();
      await store.useKey(key, { kind: 'moved', to: 'passphrase' });
      if (from.length > 0) await sweep(keychain, index);
    });
  }

  async #chooseKeychain(): Promise<void> {
    const store = this.#store;
    const { keychain } = this.#ports;
    const { index, memory } = store;
    const { kind, status } = storageInUse(store.condition);
    if (store.condition.home === 'refused') throw problems.notOffered();
    if (kind === 'passphrase' && status === 'locked') throw problems.passphraseNeeded();
    const finding = await store.probeKeychainInTime();
    if (finding.kind !== 'open') throw problems.keychainLocked(finding.reason);
    if (kind === 'keychain') return;
    await store.inTurn(async () => {
      const { key, condition } = store;
      const { sealed } = index.content;
      if (condition.home === 'passphrase') {
        if (key === null || sealed === null) throw problems.passphraseNeeded();
        await moveSecretsToKeychain({ keychain, index }, openSecrets(key, sealed));
        store.forgetKey();
      } else {
        await moveSecretsToKeychain({ keychain, index }, memory);
        memory.clear();
      }
      store.apply({ kind: 'moved', to: 'keychain' });
      await sweep(keychain, index);
    });
  }

  #offers(kind: VaultChoice['kind']): boolean {
    const { condition, index } = this.#store;
    return storageChoices(condition, { inKeychain: index.content.inKeychain.length }).includes(
      kind,
    );
  }
}

function checkPassphrase(path: 'passphrase' | 'new', passphrase: string): void {
  const fault = passphraseFault(passphrase);
  if (fault !== null) throw problems.weakPassphrase(path, fault);
}
