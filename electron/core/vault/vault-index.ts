import pLimit from 'p-limit';
import type { VaultContent, VaultFile, VaultFileFinding } from '../vault-ports.ts';
import { fileRefused } from './problems.ts';

/** What another content has otherwise. */
type Change = (before: VaultContent) => Partial<VaultContent>;

/** Half an hour. */
const usualAutoLock = 30;

/** The vault's file as it is known: what it says holds when it is on disk, and not before. */
export class VaultIndex {
  readonly #file: VaultFile;
  #content: VaultContent;
  #refusal: string | null = null;
  /** Whether the file was read or written since the start. */
  #isOnDisk = false;
  /** Changes are saved one after the other, each on top of the one before. */
  readonly #oneAtATime = pLimit(1);

  /** @param namesBefore what may be in the keychain from a time before there was such a file */
  constructor(file: VaultFile, namesBefore: readonly string[]) {
    this.#file = file;
    this.#content = {
      home: 'keychain',
      memoryAccepted: false,
      autoLockMinutes: usualAutoLock,
      inKeychain: namesBefore,
      toRemove: [],
      sealed: null,
    };
  }

  get content(): VaultContent {
    return this.#content;
  }

  load(): VaultFileFinding {
    const found = this.#file.load();
    this.#refusal = found.kind === 'refused' ? found.reason : null;
    this.#isOnDisk = found.kind === 'found';
    if (found.kind !== 'found') return found;
    // A copy from before the last change may not name what came with it.
    const named = found.notice === null ? [] : this.#content.inKeychain;
    const { home, inKeychain } = found.content;
    this.#content =
      home === 'keychain'
        ? { ...found.content, inKeychain: [...new Set([...inKeychain, ...named])] }
        : found.content;
    return found;
  }

  /**
   * Rejects with `storage-failed` and changes nothing where it cannot be written, with `refused` where
   * the file is not to be touched.
   */
  change(changed: Change): Promise<void> {
    return this.#inTurn(async () => {
      const next = { ...this.#content, ...changed(this.#content) };
      await this.#file.save(next);
      this.#content = next;
      this.#isOnDisk = true;
    });
  }

  /** Writes the file again when it was deleted since. Rejects with `storage-failed` when it cannot. */
  async restoreFile(): Promise<void> {
    if (this.#isOnDisk && !this.#file.isThere()) await this.change(() => ({}));
  }

  /** As `change`, for what is repaired by the way: it will be again if it cannot be written now. */
  async note(changed: Change): Promise<void> {
    await this.change(changed).catch(() => undefined);
  }

  /** What opened the file before opens nothing any more. */
  async renewCopy(): Promise<void> {
    // The next change replaces the copy as well.
    await this.#inTurn(() => this.#file.renewCopy()).catch(() => undefined);
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
  ...names.filter((each) => each !== name),
  name,
];

const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((each) => each !== name);

/** A secret of this name is in the keychain, or will be. */
export const listed =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withName(inKeychain, name),
    toRemove: withoutName(toRemove, name),
  });

/** None of this name is in the keychain. */
export const unlisted =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withoutName(inKeychain, name),
    toRemove: withoutName(toRemove, name),
  });

/** One of this name may be in the keychain, and has no use there. */
export const superfluous =
  (name: string): Change =>
  ({ inKeychain, toRemove }) => ({
    inKeychain: withoutName(inKeychain, name),
    toRemove: withName(toRemove, name),
  });
