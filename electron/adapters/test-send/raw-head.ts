import type { Socket } from 'node:net';
import { KeptBytes, type ReadBytes } from '../http/kept-bytes.ts';

/** The most that is kept of a head, in bytes; the HTTP parser gives up before. */
const most = 64 * 1024;

/** What a connection brings until its first empty line: request line and headers as they came. */
export class RawHead {
  readonly #kept = new KeptBytes(most);

  /** The parser of `node:http` takes the same bytes; to have them first, make it as soon as it connects. */
  constructor(socket: Socket) {
    const take = (part: Buffer): void => {
      this.#kept.add(part);
      if (this.#end() !== null || this.#kept.isTruncated) socket.off('data', take);
    };
    socket.prependListener('data', take);
  }

  /** As far as it has come. */
  read(): ReadBytes {
    const { kept, bytes, truncated } = this.#kept.read();
    const end = this.#end();
    return end === null
      ? { kept, bytes, truncated }
      : { kept: kept.subarray(0, end), bytes: end, truncated: false };
  }

  /** Where the empty line ends. RFC 9112 §2.1; a line may end in a line feed alone: §2.2. */
  #end(): number | null {
    const found = /\r?\n\r?\n/.exec(this.#kept.read().kept.toString('latin1'));
    return found === null ? null : found.index + found[0].length;
  }
}
