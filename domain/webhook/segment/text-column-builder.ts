import type { TextColumn } from './segment-columns.ts';

/** Maximum number of UTF-8 bytes for one UTF-16 unit. */
const bytesPerUnit = 3;

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
    const most = this.#length + text.length * bytesPerUnit;
    if (most > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(most, Math.ceil(this.#bytes.length * 1.5)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    this.#ends.push(this.#length);
  }

  finish(): TextColumn {
    return { bytes: this.#bytes.slice(0, this.#length), ends: Uint32Array.from(this.#ends) };
  }
}
