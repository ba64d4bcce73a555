import { ShapeError } from './codec/shape.ts';

export class UnexpectedJson extends Error {
  override readonly name = 'UnexpectedJson';
}

export class ValueTooLarge extends Error {
  override readonly name = 'ValueTooLarge';
}

/** The interface's values are four levels deep. */
const maxDepth = 100;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** 1 for each byte that can change the depth or end an element, outside texts. */
const structural = Uint8Array.from({ length: 256 }, (_, byte) =>
  [quote, comma, openBracket, closeBracket, openBrace, closeBrace].includes(byte) ? 1 : 0,
);
const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Cuts the JSON of an array into its elements while it arrives, and leaves these to JSON.parse, so that a long list
 * never blocks the process. An object is one value.
 */
export class JsonValueReader {
  readonly #isArray: boolean;
  readonly #maxValueBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #place: 'before' | 'inside' | 'after' = 'before';
  #bytesBefore = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #incomplete: Uint8Array[] = [];
  #incompleteBytes = 0;
  #hasValues = false;

  constructor(kind: 'array' | 'object', maxValueBytes: number) {
    this.#isArray = kind === 'array';
    this.#maxValueBytes = maxValueBytes;
  }

  /** @returns the values that this part completes. @throws UnexpectedJson, ValueTooLarge, ShapeError (too deep) */
  push(part: Uint8Array): unknown[] {
    const begin = this.#place === 'before' ? this.#begin(part) : 0;
    if (this.#place === 'before') return [];
    if (this.#place === 'after') return this.#expectSpace(part, begin);
    const { cut, end } = this.#scan(part, begin);
    if (end !== null) {
      const values = this.#parse(part.subarray(begin, end), true);
      this.#place = 'after';
      return [...values, ...this.#expectSpace(part, end + 1)];
    }
    const values = cut === null ? [] : this.#parse(part.subarray(begin, cut), false);
    this.#keepIncomplete(part.subarray(cut === null ? begin : cut + 1));
    return values;
  }

  /** @returns the value that only the end completes */
  end(): unknown[] {
    if (this.#isArray) {
      if (this.#place !== 'after') throw new UnexpectedJson();
      return [];
    }
    if (this.#place === 'before' || this.#depth !== 1) throw new UnexpectedJson();
    const values = this.#parse(new Uint8Array(), true);
    if (values.length !== 1) throw new UnexpectedJson();
    return values;
  }

  #begin(part: Uint8Array): number {
    for (const [index, byte] of part.entries()) {
      if (space.has(byte) || byteOrderMark[this.#bytesBefore + index] === byte) continue;
      if (byte !== (this.#isArray ? openBracket : openBrace)) throw new UnexpectedJson();
      this.#place = 'inside';
      this.#depth = 1;
      return this.#isArray ? index + 1 : index;
    }
    this.#bytesBefore += part.length;
    return part.length;
  }

  /** `cut`: end of the last complete element. `end`: end of the array. */
  #scan(part: Uint8Array, begin: number): { cut: number | null; end: number | null } {
    let cut: number | null = null;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    const { length } = part;
    let index = begin;
    // Hot loops: a list has millions of bytes, most of them text.
    while (index < length) {
      let byte = part[index] ?? 0;
      index += 1;
      if (inString) {
        if (escaped) {
          escaped = false;
          continue;
        }
        while (byte !== quote && byte !== backslash && index < length) {
          byte = part[index] ?? 0;
          index += 1;
        }
        if (byte === quote) inString = false;
        else if (byte === backslash) escaped = true;
        continue;
      }
      if (structural[byte] === 0) continue;
      if (byte === quote) inString = true;
      else if (byte === comma) {
        if (depth === 1) cut = index - 1;
      } else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > maxDepth) throw tooDeep();
      } else {
        depth -= 1;
        if (depth > 0) continue;
        if (!this.#isArray || byte !== closeBracket) throw new UnexpectedJson();
        return { cut, end: index - 1 };
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    // An object is parsed as a whole; JSON.parse rejects a comma after it.
    return { cut: this.#isArray ? cut : null, end: null };
  }

  #parse(rest: Uint8Array, isLast: boolean): unknown[] {
    const bytes = this.#incompleteBytes === 0 ? rest : Buffer.concat([...this.#incomplete, rest]);
    this.#incomplete = [];
    this.#incompleteBytes = 0;
    const values = this.#parseJson(bytes);
    // An empty segment next to a comma is damage; an empty array is not.
    if (values.length === 0 && (!isLast || this.#hasValues || !this.#isArray)) {
      throw new UnexpectedJson();
    }
    this.#hasValues = true;
    return values;
  }

  #parseJson(bytes: Uint8Array): unknown[] {
    try {
      const values: unknown = JSON.parse(`[${this.#decoder.decode(bytes)}]`);
      return Array.isArray(values) ? values : [];
    } catch (error) {
      // The decoder throws a TypeError for bytes that are not UTF-8.
      if (error instanceof SyntaxError || error instanceof TypeError) throw new UnexpectedJson();
      throw error;
    }
  }

  #keepIncomplete(part: Uint8Array): void {
    this.#incomplete.push(part);
    this.#incompleteBytes += part.length;
    if (this.#incompleteBytes > this.#maxValueBytes) throw new ValueTooLarge();
  }

  #expectSpace(part: Uint8Array, from: number): [] {
    for (const byte of part.subarray(from)) if (!space.has(byte)) throw new UnexpectedJson();
    return [];
  }
}

const tooDeep = (): ShapeError =>
  new ShapeError('', `nothing nested deeper than ${maxDepth} levels`, 'more');
