/** Both from 1; columns in UTF-16 code units. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (;;) {
    const next = text.indexOf('\n', begin) + 1;
    if (next === 0 || next > at) break;
    line += 1;
    begin = next;
  }
  return { line, column: at - begin + 1 };
}

/** Finds the lines and columns of offsets. All calls together take linear time. */
export class LineFinder {
  readonly #text: string;
  #line = 1;
  #lineStart = 0;
  #nextLineBreak: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextLineBreak = text.indexOf('\n');
  }

  /** The line, from 1. The offset must not decrease between calls. */
  at(offset: number): number {
    while (this.#nextLineBreak >= 0 && this.#nextLineBreak < offset) {
      this.#line += 1;
      this.#lineStart = this.#nextLineBreak + 1;
      this.#nextLineBreak = this.#text.indexOf('\n', this.#lineStart);
    }
    return this.#line;
  }

  /** `start` must not decrease between calls; `offset` is not before it. Rows are read once, in their order. */
  placeOf(start: number, offset = start): { line: number; column: number } {
    const linesBetween = this.#text.slice(start, offset).split('\n');
    const line = this.at(start) + linesBetween.length - 1;
    const column =
      linesBetween.length === 1
        ? offset - this.#lineStart + 1
        : (linesBetween.at(-1)?.length ?? 0) + 1;
    return { line, column };
  }
}
