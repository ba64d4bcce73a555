import { createSecretKey, type KeyObject } from 'node:crypto';
import { plainError } from '#domain/problem.ts';

export class KeyInMemory {
  readonly #bytes: Buffer;
  #wiped = false;
  #object: KeyObject | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Do not store. @throws ProblemError('vault-locked') after `wipe`, so that zeros never serve as a key */
  get bytes(): Buffer {
    if (!this.#wiped) return this.#bytes;
    throw plainError('vault-locked', 'The vault was locked.', 'Unlock it, then try again.');
  }

  /** Takes half the time of `bytes` for repeated ciphers. Node clears its copy on garbage collection. */
  get object(): KeyObject {
    return (this.#object ??= createSecretKey(this.bytes));
  }

  wipe(): void {
    this.#wiped = true;
    this.#object = null;
    this.#bytes.fill(0);
  }
}
