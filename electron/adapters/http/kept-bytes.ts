/** What was read of a message's bytes. */
export interface ReadBytes {
  readonly kept: Buffer;
  /** How many came. */
  readonly bytes: number;
  readonly truncated: boolean;
}

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

  /** How many came. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether no more is kept. */
  get isFull(): boolean {
    return this.#kept >= this.#most;
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
