import type { FileFault } from './file-fault.ts';

/**
 * Lines of offsets that only grow, in time proportional to the text for all of them together, whether
 * it is of many lines or of one.
 */
export class LineCount {
  readonly #text: string;
  #line = 1;
  #begin = 0;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('\n');
  }

  /** From 1. */
  at(offset: number): number {
    while (this.#next >= 0 && this.#next < offset) {
      this.#line += 1;
      this.#begin = this.#next + 1;
      this.#next = this.#text.indexOf('\n', this.#begin);
    }
    return this.#line;
  }

  /** A fault at an offset that is not before the last one asked for; the next may be before it again. */
  fault(last: number, offset: number, why: string): FileFault {
    return { why, ...this.placeOf(last, offset) };
  }

  /** The place of an offset that is not before the last one asked for; the next may be before it again. */
  placeOf(last: number, offset: number): { line: number; column: number } {
    const between = this.#text.slice(last, offset).split('\n');
    const line = this.at(last) + between.length - 1;
    const column =
      between.length === 1 ? offset - this.#begin + 1 : (between.at(-1)?.length ?? 0) + 1;
    return { line, column };
  }
}
