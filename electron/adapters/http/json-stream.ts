import { JSONParser, TokenizerError, TokenParserError, TokenType } from '@streamparser/json';
import { ShapeError } from './codec/shape.ts';

/** What arrives is not the JSON that was expected: another kind of value, broken, or not UTF-8. */
export class NotThatJson extends Error {
  override readonly name = 'NotThatJson';
}

/** Values nested deeper than this are refused: the interface's are five levels deep. */
const deepest = 100;
const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Reads JSON in parts, so that no part of a long answer holds the process up. */
export class JsonStream {
  readonly #first: number;
  readonly #parser: JSONParser;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #values: unknown[] = [];
  #depth = 0;
  #bytes = 0;
  #begun = false;

  /** @param kind `array` gives the elements of one array, `object` one object as a whole */
  constructor(kind: 'array' | 'object') {
    this.#first = kind === 'array' ? 0x5b : 0x7b;
    this.#parser = new JSONParser({
      paths: [kind === 'array' ? '$.*' : '$'],
      keepStack: false,
    });
    this.#parser.onValue = ({ value }) => {
      this.#values.push(value);
    };
    this.#parser.onToken = ({ token }) => {
      this.#follow(token);
    };
  }

  /**
   * Takes the next part and gives the values that are complete with it.
   * @throws NotThatJson, ShapeError where it is nested too deep
   */
  push(part: Uint8Array): unknown[] {
    const rest = this.#begun ? part : this.#begin(part);
    this.#guard(() => {
      // Decoded for the check alone: the parser takes bytes, and any bytes.
      this.#decoder.decode(part, { stream: true });
      if (rest.length > 0) this.#parser.write(rest);
    });
    const values = this.#values;
    this.#values = [];
    return values;
  }

  /** @throws NotThatJson where the JSON is not complete */
  end(): void {
    this.#guard(() => {
      this.#decoder.decode();
    });
    if (!this.#begun) throw new NotThatJson();
    if (this.#parser.isEnded) return;
    const failures: Error[] = [];
    this.#parser.onError = (error) => {
      failures.push(error);
    };
    this.#parser.end();
    if (failures.length > 0) throw new NotThatJson();
  }

  /** Looks for the first character that counts; without it what follows need not be read. */
  #begin(part: Uint8Array): Uint8Array {
    for (const [index, byte] of part.entries()) {
      if (space.has(byte) || byteOrderMark[this.#bytes + index] === byte) continue;
      if (byte !== this.#first) throw new NotThatJson();
      this.#begun = true;
      return part.subarray(index);
    }
    this.#bytes += part.length;
    return part.subarray(part.length);
  }

  #follow(token: TokenType): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    if (this.#depth > deepest) {
      throw new ShapeError('', `nothing nested deeper than ${deepest} levels`, 'more');
    }
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof TokenizerError || error instanceof TokenParserError) {
        throw new NotThatJson();
      }
      // What a fatal TextDecoder throws: these bytes are not UTF-8.
      if (error instanceof TypeError && 'code' in error) throw new NotThatJson();
      throw error;
    }
  }
}
