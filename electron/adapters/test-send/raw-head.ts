import type { Socket } from 'node:net';
import { MessagePrefix, type ReadBytes } from '../http/message-prefix.ts';

/** Bytes; the HTTP parser rejects larger heads earlier. */
const most = 64 * 1024;

export class RawHead {
  readonly #kept = new MessagePrefix(most);

  /** Create it in the `connection` event, before the parser of `node:http` reads the bytes. */
  constructor(socket: Socket) {
    const take = (part: Buffer): void => {
      this.#kept.add(part);
      if (this.#end() !== null || this.#kept.isTruncated) socket.off('data', take);
    };
    socket.prependListener('data', take);
  }

  read(): ReadBytes {
    const { kept, bytes, truncated } = this.#kept.read();
    const end = this.#end();
    return end === null
      ? { kept, bytes, truncated }
      : { kept: kept.subarray(0, end), bytes: end, truncated: false };
  }

  /** RFC 9112 §2.1; a line may end with a line feed alone: §2.2. */
  #end(): number | null {
    const found = /\r?\n\r?\n/.exec(this.#kept.read().kept.toString('latin1'));
    return found === null ? null : found.index + found[0].length;
  }
}
