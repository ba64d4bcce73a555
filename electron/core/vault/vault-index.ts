import pLimit from 'p-limit';
import type { Connection } from '#domain/installation/connection.ts';
import type { VaultContent, VaultFile, VaultFileFinding } from '../vault-ports.ts';
import { fileRefused } from './vault-problems.ts';

type Change = (before: VaultContent) => Partial<VaultContent>;

const usualAutoLockMinutes = 30;

/** The content of the vault's file, which names all secrets. A change counts only once it is on disk. */
export class VaultIndex {
  readonly #file: VaultFile;
  #content: VaultContent;
  #refusal: string | null = null;
  #isOnDisk = false;
  /** Serialized: each change builds on the previous one. */
  readonly #oneAtATime = pLimit(1);

  constructor(file: VaultFile, namesBefore: readonly string[]) {
    this.#file = file;
    this.#content = {
      home: 'keychain',
      memoryAccepted: false,
      autoLockMinutes: usualAutoLockMinutes,
      inKeychain: namesBefore,
      toRemove: [],
      sealed: null,
    };
  }

  get content(): VaultContent {
    return this.#content;
  }

  load(): VaultFileFinding {
    const finding = this.#file.load();
    this.#refusal = finding.kind === 'refused' ? finding.reason : null;
    this.#isOnDisk = finding.kind === 'found';
    if (finding.kind === 'found') this.#content = finding.content;
    return finding;
  }

  /** Rejects with `storage-failed` or `refused`, without a change. */
  change(change: Change): Promise<void> {
    return this.#inTurn(async () => {
      const next = { ...this.#content, ...change(this.#content) };
      await this.#file.save(next);
      this.#content = next;
      this.#isOnDisk = true;
    });
  }

  async restoreFile(): Promise<void> {
    if (this.#isOnDisk && !this.#file.isThere()) await this.change(() => ({}));
  }

  /** For repairs: a failed write is ignored, because the repair happens again. */
  async note(change: Change): Promise<void> {
    await this.change(change).catch(() => undefined);
  }

  keepAside(): Promise<string> {
    return this.#inTurn(() => this.#file.keepAside());
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#oneAtATime(() => {
      if (this.#refusal !== null) throw fileRefused(this.#refusal);
      return work();
    });
  }
}

const withName = (names: readonly string[], name: string): string[] => [
  ...names.filter((other) => other !== name),
  name,
];

const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((other) => other !== name);

/** The secret is in the keychain. */
export const listed =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withName(inKeychain, name),
    toRemove: withoutName(toRemove, name),
  });

/** The secret is no longer in the keychain. */
export const unlisted =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withoutName(inKeychain, name),
    toRemove: withoutName(toRemove, name),
  });

/** The secret may be in the keychain and must be removed. */
export const superfluous =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withoutName(inKeychain, name),
    toRemove: withName(toRemove, name),
  });

/** Version 0.1 had no index of the secrets in its keychain. */
export const olderNames = (connections: readonly Connection[]): string[] =>
  connections
    .filter(({ practice, authentication }) => !practice && authentication.kind === 'auth-token')
    .map(({ id }) => `connection/${id}/auth-token`);
