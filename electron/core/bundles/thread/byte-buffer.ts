/** Collects the parts of a file in one array of its final size. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  /** Detaches `part`. @throws RangeError when the parts exceed `total` bytes */
  add(part: Uint8Array, total: number): void {
    if (this.#length === 0) this.#bytes = new Uint8Array(total);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
    releaseMemory(part);
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  free(): void {
    releaseMemory(this.#bytes);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Frees the memory at once, without waiting for garbage collection. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // Small arrays share their buffer with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
