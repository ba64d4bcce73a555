export interface ReadBytes {
  readonly kept: Buffer;
  readonly bytes: number;
  readonly truncated: boolean;
}

export class MessagePrefix {
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length;
    const room = this.#most - this.#kept;
    if (room <= 0) return;
    // A copy, so that a small rest does not keep a large buffer alive.
    this.#parts.push(Buffer.from(part.subarray(0, room)));
    this.#kept += Math.min(room, part.length);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#kept >= this.#most;
  }

  get isTruncated(): boolean {
    return this.#bytes > this.#kept;
  }

  read(): ReadBytes {
    const kept = Buffer.concat(this.#parts);
    return { kept, bytes: this.#bytes, truncated: this.isTruncated };
  }
}

/** `null` for invalid UTF-8. With `more`, the last character may be incomplete. */
export function utf8Text(bytes: Buffer, more: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: more,
    });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
