import { giveBack } from './give-back.ts';

/** The bytes of a file while they come in, in one piece from the beginning. */
export class TakenBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  /**
   * @param part is not the caller's any more
   * @param total bytes that all parts make together
   * @throws RangeError where more comes than that
   */
  add(part: Uint8Array, total: number): void {
    if (this.#length === 0) this.#bytes = new Uint8Array(total);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
    giveBack(part);
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The memory is given back now; nothing is there any more. */
  free(): void {
    giveBack(this.#bytes);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }
}
