import type { VaultChoice, VaultState } from '#contract/vault.ts';
import { passphraseFault } from '#domain/vault/passphrase.ts';
import type { Sealer, SecretStore, VaultControl } from '../ports.ts';
import { dataKeyName } from './data-key.ts';
import { Keeping } from './keeping.ts';
import {
  moveToKeychain,
  moveToPassphrase,
  secretsInKeychain,
  secretsUnder,
  sweep,
  withNewer,
} from './moving.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import type { VaultNeeds } from './needs.ts';
import * as problems from './problems.ts';
import { statusOf } from './standing.ts';
import { choicesOf } from './view.ts';

/** How long *look again* waits before it says how things stand meanwhile, in milliseconds. */
const retryPatience = 2_000;

/** How long the keychain may go on answering at the end, in milliseconds. */
const closePatience = 500;

/**
 * What a person does with the vault. Looking for the keychain begins at once, and holds up nobody but who
 * needs a secret.
 */
export class Vault implements VaultControl {
  /** The secrets in it. */
  readonly secrets: SecretStore;
  /** What a person should know of the file that was found; `null` where all was well. */
  readonly notice: string | null;
  /** What the file that was found names; `null` where there was none. */
  readonly named: { readonly dataKey: boolean; readonly inKeychain: boolean } | null;
  readonly #needs: VaultNeeds;
  readonly #keeping: Keeping;

  constructor(needs: VaultNeeds) {
    this.#needs = needs;
    const keeping = new Keeping(needs);
    this.#keeping = keeping;
    this.secrets = keeping;
    const found = keeping.book.load();
    this.notice = found.kind === 'refused' ? found.reason : found.notice;
    keeping.apply({ kind: 'file', found });
    needs.onSuspend(() => {
      keeping.lock('suspend');
    });
    const { home, toRemove, inKeychain } = keeping.book.content;
    const dataKey = this.secrets.has(dataKeyName);
    this.named = found.kind === 'none' ? null : { dataKey, inKeychain: inKeychain.length > 0 };
    if (home === 'keychain' || toRemove.length > 0) void keeping.lookAtKeychain();
  }

  state(): VaultState {
    return this.#keeping.state();
  }

  watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void> {
    return this.#keeping.watch(signal);
  }

  async dataSealer({ sealedBefore }: { readonly sealedBefore: boolean }): Promise<Sealer> {
    // What is sealed now must open at the next start, also when the data folder was deleted.
    await this.#keeping.book.restoreFile();
    return this.#keeping.dataSealer(sealedBefore);
  }

  async unlock(passphrase: string): Promise<void> {
    const keeping = this.#keeping;
    await keeping.inTurn(async () => {
      const { home, sealed } = keeping.book.content;
      if (home !== 'passphrase' || sealed === null) throw problems.noPassphrase();
      const { locks } = keeping;
      const key = await this.#needs.crypto.openLock(sealed.lock, passphrase);
      if (key === null) throw problems.wrongPassphrase('passphrase');
      if (locks !== keeping.locks) {
        key.wipe();
        throw problems.lockedMeanwhile();
      }
      await keeping.opened(key, { kind: 'unlocked' });
    });
  }

  lock(): void {
    if (this.#keeping.standing.home !== 'passphrase') throw problems.noPassphrase();
    this.#keeping.lock('hand');
  }

  async changePassphrase(old: string, next: string): Promise<void> {
    checkPassphrase('new', next);
    const { book } = this.#keeping;
    const { crypto } = this.#needs;
    await this.#keeping.inTurn(async () => {
      const { sealed } = book.content;
      if (sealed === null) throw problems.noPassphrase();
      const key = await crypto.openLock(sealed.lock, old);
      if (key === null) throw problems.wrongPassphrase('old');
      try {
        const lock = await key.lockWith(next);
        const again = await crypto.openLock(lock, next);
        if (again === null) throw problems.readBackDiffers('The vault');
        again.wipe();
        await book.change((before) => ({ sealed: before.sealed && { ...before.sealed, lock } }));
        await book.renewCopy();
      } finally {
        key.wipe();
      }
    });
  }

  async setAutoLock(minutes: number | null): Promise<void> {
    await this.#keeping.book.change(() => ({ autoLockMinutes: minutes }));
    this.#keeping.restartAutoLock();
    this.#keeping.tell();
  }

  async retry(): Promise<void> {
    const keeping = this.#keeping;
    if (keeping.standing.home === 'refused') {
      keeping.apply({ kind: 'file', found: keeping.book.load() });
    }
    const found = await withTimeout(this.#needs.clock, keeping.lookAtKeychain(), retryPatience);
    // A late answer is shown; what is in memory by then goes over when a person says so.
    if (found === timedOut || found.kind !== 'open' || keeping.standing.home !== 'keychain') return;
    if (statusOf(keeping.standing).status === 'memory') await this.#chooseKeychain();
  }

  async choose(choice: VaultChoice): Promise<void> {
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
    const keeping = this.#keeping;
    await keeping.inTurn(async () => {
      if (keeping.standing.home !== 'passphrase') throw problems.noPassphrase();
      await keeping.book.keepAside();
      await keeping.book.change(() => ({ home: 'keychain', sealed: null }));
      keeping.wipeKeys();
      keeping.apply({ kind: 'file', found: { kind: 'none', notice: null } });
    });
    void keeping.lookAtKeychain();
  }

  /** Forgets every key and secret in memory, and lets the keychain answer; within half a second. */
  async close(): Promise<void> {
    this.#keeping.wipeKeys();
    this.#keeping.memory.clear();
    await this.#needs.keychain.close(closePatience);
  }

  /** Not in a turn: it is the way out for who will not wait for the keychain any longer. */
  async #chooseMemory(): Promise<void> {
    const { standing, book } = this.#keeping;
    if (!this.#offers('memory')) throw problems.notOffered();
    const { status } = statusOf(standing);
    this.#keeping.apply({ kind: 'memory-chosen' });
    // Where there is no keychain at all, that is not asked again at each start.
    if (status === 'unavailable' && standing.home !== 'refused') {
      await book.note(() => ({ memoryAccepted: true }));
    }
  }

  async #choosePassphrase(passphrase: string): Promise<void> {
    checkPassphrase('passphrase', passphrase);
    const keeping = this.#keeping;
    const { keychain, crypto } = this.#needs;
    const { book, memory } = keeping;
    await keeping.inTurn(async () => {
      const { inKeychain } = book.content;
      if (!this.#offers('passphrase')) {
        const { home, keychain: found } = keeping.standing;
        const isBarred = home === 'keychain' && found.kind !== 'open' && inKeychain.length > 0;
        throw isBarred
          ? problems.wouldLeaveBehind(keychain.label, inKeychain.length)
          : problems.notOffered();
      }
      const from = keeping.standing.keychain.kind === 'open' ? inKeychain : [];
      // What was entered in memory is newer than what the keychain has of that name.
      const secrets = withNewer(await secretsInKeychain(keychain, from), memory);
      const key = await moveToPassphrase({ crypto, book }, secrets, passphrase, from);
      memory.clear();
      await keeping.opened(key, { kind: 'moved', to: 'passphrase' });
      if (from.length > 0) await sweep(keychain, book);
    });
  }

  async #chooseKeychain(): Promise<void> {
    const keeping = this.#keeping;
    const { keychain } = this.#needs;
    const { book, memory } = keeping;
    const { kind, status } = statusOf(keeping.standing);
    if (keeping.standing.home === 'refused') throw problems.notOffered();
    if (kind === 'passphrase' && status === 'locked') throw problems.passphraseNeeded();
    const found = await keeping.keychainInTime();
    if (found.kind !== 'open') throw problems.keychainLocked(found.reason);
    if (kind === 'keychain') return;
    await keeping.inTurn(async () => {
      const { key, standing } = keeping;
      const { sealed } = book.content;
      if (standing.home === 'passphrase') {
        if (key === null || sealed === null) throw problems.passphraseNeeded();
        await moveToKeychain({ keychain, book }, secretsUnder(key, sealed));
        keeping.forgetKey();
      } else {
        await moveToKeychain({ keychain, book }, memory);
        memory.clear();
      }
      keeping.apply({ kind: 'moved', to: 'keychain' });
      await sweep(keychain, book);
    });
  }

  #offers(kind: VaultChoice['kind']): boolean {
    const { standing, book } = this.#keeping;
    return choicesOf(standing, { inKeychain: book.content.inKeychain.length }).includes(kind);
  }
}

function checkPassphrase(path: 'passphrase' | 'new', passphrase: string): void {
  const fault = passphraseFault(passphrase);
  if (fault !== null) throw problems.weakPassphrase(path, fault);
}
