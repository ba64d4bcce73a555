import type { TextColumn } from './segment-columns.ts';

/** Grows by half, and gives the exact length at the end. */
export class TextColumnBuilder {
  readonly #encoder = new TextEncoder();
  readonly #ends: number[] = [];
  #bytes = new Uint8Array(4_096);
  #length = 0;

  get count(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    this.addBytes(this.#encoder.encode(text));
  }

  addBytes(encoded: Uint8Array): void {
    const length = this.#length + encoded.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, Math.ceil(this.#bytes.length * 1.5)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(encoded, this.#length);
    this.#length = length;
    this.#ends.push(length);
  }

  finish(): TextColumn {
    return { bytes: this.#bytes.slice(0, this.#length), ends: Uint32Array.from(this.#ends) };
  }
}
