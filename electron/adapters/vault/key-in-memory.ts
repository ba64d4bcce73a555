import { plainProblem, ProblemError } from '#domain/problem.ts';

/** A key that is overwritten when the vault is locked, and then cannot be used by accident. */
export class KeyInMemory {
  readonly #bytes: Buffer;
  #wiped = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Not to be kept. Throws `vault-locked` once it is wiped: the bytes are zeros then, which anybody has. */
  get bytes(): Buffer {
    if (!this.#wiped) return this.#bytes;
    throw new ProblemError(
      plainProblem('vault-locked', 'The vault was locked meanwhile.', 'Unlock it, then try again.'),
    );
  }

  wipe(): void {
    this.#wiped = true;
    this.#bytes.fill(0);
  }
}
