import { createSecretKey, type KeyObject } from 'node:crypto';
import { plainError } from '#domain/problem.ts';

/** A key that is overwritten when the vault is locked, and then cannot be used by accident. */
export class KeyInMemory {
  readonly #bytes: Buffer;
  #wiped = false;
  #object: KeyObject | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Not to be kept. Throws `vault-locked` once it is wiped: the bytes are zeros then, which anybody has. */
  get bytes(): Buffer {
    if (!this.#wiped) return this.#bytes;
    throw plainError(
      'vault-locked',
      'The vault was locked meanwhile.',
      'Unlock it, then try again.',
    );
  }

  /**
   * The same as `bytes` for ciphers that are made again and again, which takes half the time with it. Node
   * clears its copy when nobody holds it any more, just as it does with the one that it makes of bytes.
   */
  get object(): KeyObject {
    return (this.#object ??= createSecretKey(this.bytes));
  }

  wipe(): void {
    this.#wiped = true;
    this.#object = null;
    this.#bytes.fill(0);
  }
}
