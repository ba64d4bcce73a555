import type { VaultChoice, VaultState } from '#contract/vault.ts';
import { passphraseFault } from '#domain/vault/passphrase.ts';
import type { Sealer, SecretStore, VaultControl } from '../ports.ts';
import { dataKeyName } from './data-key.ts';
import { VaultSecretStore } from './vault-secret-store.ts';
import {
  moveToKeychain,
  moveToPassphrase,
  secretsInKeychain,
  secretsUnder,
  sweep,
  withNewer,
} from './moving.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import type { PassphraseLock, SecretsKey, VaultNeeds } from '../vault-ports.ts';
import { vaultTimeLimit, VaultTurns } from './vault-turns.ts';
import * as problems from './vault-problems.ts';
import { vaultStatusOf, wasOpenBeforeLock } from './vault-condition.ts';
import { choicesOf } from './view.ts';

const retryMilliseconds = 2_000;

const closeMilliseconds = 500;

/** Searches for the keychain in the background; only callers who need a secret wait. */
export class Vault implements VaultControl {
  readonly secrets: SecretStore;
  readonly notice: string | null;
  readonly named: { readonly dataKey: boolean; readonly inKeychain: boolean } | null;
  readonly #needs: VaultNeeds;
  readonly #store: VaultSecretStore;
  readonly #passphrases: VaultTurns;

  constructor(needs: VaultNeeds) {
    this.#needs = needs;
    const store = new VaultSecretStore(needs);
    this.#store = store;
    this.#passphrases = new VaultTurns(needs.clock);
    this.secrets = store;
    const found = store.index.load();
    this.notice = found.kind === 'refused' ? found.reason : found.notice;
    store.apply({ kind: 'file', found });
    needs.suspendEvents.on(() => {
      store.lock('suspend');
    });
    const { home, toRemove, inKeychain } = store.index.content;
    const dataKey = this.secrets.has(dataKeyName);
    this.named = found.kind === 'none' ? null : { dataKey, inKeychain: inKeychain.length > 0 };
    if (home === 'keychain' || toRemove.length > 0) void store.lookAtKeychain();
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
    const { locks } = store;
    const { key, lock } = await this.#openLock('passphrase', passphrase);
    await store.inTurn(async () => {
      try {
        this.#checkLock(lock);
        if (locks !== store.locks) throw problems.lockedMeanwhile();
      } catch (error) {
        key.wipe();
        throw error;
      }
      await store.opened(key, { kind: 'unlocked' });
    });
  }

  lock(): void {
    if (this.#store.condition.home !== 'passphrase') throw problems.noPassphrase();
    this.#store.lock('hand');
  }

  noteUse(): void {
    this.#store.noteUse();
  }

  async changePassphrase(old: string, next: string): Promise<void> {
    checkPassphrase('new', next);
    const { index } = this.#store;
    const { key, lock: before } = await this.#openLock('old', old);
    await this.#store.inTurn(async () => {
      try {
        this.#checkLock(before);
        const lock = await key.lockWith(next);
        const again = await this.#needs.crypto.openLock(lock, next);
        if (again === null) throw problems.readBackDiffers('The vault');
        again.wipe();
        await index.change(({ sealed }) => ({ sealed: sealed && { ...sealed, lock } }));
      } finally {
        key.wipe();
      }
    });
  }

  async setAutoLock(minutes: number | null): Promise<void> {
    await this.#store.index.change(() => ({ autoLockMinutes: minutes }));
    this.#store.restartAutoLock();
    this.#store.tell();
  }

  async retry(): Promise<void> {
    const store = this.#store;
    if (store.condition.home === 'refused') {
      store.apply({ kind: 'file', found: store.index.load() });
    }
    const found = await withTimeout(this.#needs.clock, store.lookAtKeychain(), retryMilliseconds);
    // After a late answer, secrets stay in memory until the person moves them.
    if (found === timedOut || found.kind !== 'open' || store.condition.home !== 'keychain') return;
    if (vaultStatusOf(store.condition).status === 'memory') await this.#chooseKeychain();
  }

  async choose(choice: VaultChoice): Promise<void> {
    // What is offered depends on the keychain.
    await this.#store.looked();
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
      store.apply({ kind: 'file', found: { kind: 'none', notice: null } });
    });
    void store.lookAtKeychain();
  }

  /** Wipes keys and secrets from memory; waits up to 500 ms for the keychain. */
  async close(): Promise<void> {
    this.#store.wipeKeys();
    this.#store.memory.clear();
    await this.#needs.keychain.close(closeMilliseconds);
  }

  /** Not in `inTurn`: wrong passphrases must not delay other work. */
  async #openLock(
    path: 'passphrase' | 'old',
    passphrase: string,
  ): Promise<{ readonly key: SecretsKey; readonly lock: PassphraseLock }> {
    return this.#passphrases.run(async () => {
      const { home, sealed } = this.#store.index.content;
      if (home !== 'passphrase' || sealed === null) throw problems.noPassphrase();
      const key = await this.#needs.crypto.openLock(sealed.lock, passphrase);
      if (key === null) throw problems.wrongPassphrase(path);
      return { key, lock: sealed.lock };
    }, vaultTimeLimit);
  }

  /** The passphrase may have changed since it opened the lock. */
  #checkLock(lock: PassphraseLock): void {
    const { home, sealed } = this.#store.index.content;
    if (home !== 'passphrase' || sealed?.lock.wrapped !== lock.wrapped)
      throw problems.lockedMeanwhile();
  }

  /** Not in `inTurn`: the person need not wait for the keychain. */
  async #chooseMemory(): Promise<void> {
    const { condition, index } = this.#store;
    if (!this.#offers('memory')) throw problems.notOffered();
    const { status } = vaultStatusOf(condition);
    this.#store.apply({ kind: 'memory-chosen' });
    // Without a keychain, the next start does not ask again.
    if (status === 'unavailable' && condition.home !== 'refused') {
      await index.note(() => ({ memoryAccepted: true }));
    }
  }

  async #choosePassphrase(passphrase: string): Promise<void> {
    checkPassphrase('passphrase', passphrase);
    const store = this.#store;
    const { keychain, crypto } = this.#needs;
    const { index, memory } = store;
    await store.inTurn(async () => {
      const { inKeychain } = index.content;
      if (!this.#offers('passphrase')) {
        const { home, keychain: found } = store.condition;
        const isBarred = home === 'keychain' && found.kind !== 'open' && inKeychain.length > 0;
        throw isBarred
          ? problems.wouldLeaveBehind(keychain.label, inKeychain.length)
          : problems.notOffered();
      }
      const from = store.condition.keychain.kind === 'open' ? inKeychain : [];
      // Secrets in memory are newer than those in the keychain.
      const secrets = withNewer(await secretsInKeychain(keychain, from), memory);
      const key = await moveToPassphrase({ crypto, index }, secrets, passphrase, from);
      memory.clear();
      await store.opened(key, { kind: 'moved', to: 'passphrase' });
      if (from.length > 0) await sweep(keychain, index);
    });
  }

  async #chooseKeychain(): Promise<void> {
    const store = this.#store;
    const { keychain } = this.#needs;
    const { index, memory } = store;
    const { kind, status } = vaultStatusOf(store.condition);
    if (store.condition.home === 'refused') throw problems.notOffered();
    if (kind === 'passphrase' && status === 'locked') throw problems.passphraseNeeded();
    const found = await store.keychainInTime();
    if (found.kind !== 'open') throw problems.keychainLocked(found.reason);
    if (kind === 'keychain') return;
    await store.inTurn(async () => {
      const { key, condition } = store;
      const { sealed } = index.content;
      if (condition.home === 'passphrase') {
        if (key === null || sealed === null) throw problems.passphraseNeeded();
        await moveToKeychain({ keychain, index }, secretsUnder(key, sealed));
        store.forgetKey();
      } else {
        await moveToKeychain({ keychain, index }, memory);
        memory.clear();
      }
      store.apply({ kind: 'moved', to: 'keychain' });
      await sweep(keychain, index);
    });
  }

  #offers(kind: VaultChoice['kind']): boolean {
    const { condition, index } = this.#store;
    return choicesOf(condition, { inKeychain: index.content.inKeychain.length }).includes(kind);
  }
}

function checkPassphrase(path: 'passphrase' | 'new', passphrase: string): void {
  const fault = passphraseFault(passphrase);
  if (fault !== null) throw problems.weakPassphrase(path, fault);
}
