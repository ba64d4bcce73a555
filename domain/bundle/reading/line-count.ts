import type { FileFault } from './file-fault.ts';

/** Offsets must not decrease. All calls together take linear time. */
export class LineCount {
  readonly #text: string;
  #line = 1;
  #begin = 0;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('\n');
  }

  at(offset: number): number {
    while (this.#next >= 0 && this.#next < offset) {
      this.#line += 1;
      this.#begin = this.#next + 1;
      this.#next = this.#text.indexOf('\n', this.#begin);
    }
    return this.#line;
  }

  fault(last: number, offset: number, why: string): FileFault {
    return { why, ...this.placeOf(last, offset) };
  }

  /** `last` must not decrease between calls; `offset` must not be before `last`. */
  placeOf(last: number, offset: number): { line: number; column: number } {
    const between = this.#text.slice(last, offset).split('\n');
    const line = this.at(last) + between.length - 1;
    const column =
      between.length === 1 ? offset - this.#begin + 1 : (between.at(-1)?.length ?? 0) + 1;
    return { line, column };
  }
}
