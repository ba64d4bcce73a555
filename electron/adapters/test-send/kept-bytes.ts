import type { ReadBytes } from './wire-text.ts';

/** Gathers the beginning of a message, and counts the rest. */
export class KeptBytes {
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  /** @param most how much to keep, in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length;
    const room = this.#most - this.#kept;
    if (room <= 0) return;
    // A copy: what is kept must not hold on to the whole of a large part.
    this.#parts.push(Buffer.from(part.subarray(0, room)));
    this.#kept += Math.min(room, part.length);
  }

  /** Whether more came than is kept. */
  get isTruncated(): boolean {
    return this.#bytes > this.#kept;
  }

  read(): ReadBytes {
    const kept = Buffer.concat(this.#parts);
    return { kept, bytes: this.#bytes, truncated: this.isTruncated };
  }
}
