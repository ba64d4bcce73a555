import { giveBack } from './give-back.ts';

export class TakenBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  /** Detaches `part`. @throws RangeError when the parts exceed `total` bytes */
  add(part: Uint8Array, total: number): void {
    if (this.#length === 0) this.#bytes = new Uint8Array(total);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
    giveBack(part);
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  free(): void {
    giveBack(this.#bytes);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }
}
