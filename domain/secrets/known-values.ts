/** Length of the shortest value that is found; shorter ones would match by chance. */
export const minKnownLength = 8;

/** Finds known values in texts. Takes linear time for any number of values, by a rolling sum (Rabin-Karp). */
export class KnownValues {
  /** Values by the sum of their first characters. */
  readonly #bySum: Map<number, string[]>;

  constructor(values: Iterable<string>) {
    const longEnough = [...new Set(values)].filter(({ length }) => length >= minKnownLength);
    this.#bySum = Map.groupBy(longEnough, (value) => sumOf(value, 0));
    // Of two values with the same beginning, the longer one matches.
    for (const group of this.#bySum.values()) group.sort((a, b) => b.length - a.length);
  }

  /** In their order; none overlaps another. */
  in(text: string): { readonly start: number; readonly value: string }[] {
    const occurrences: { start: number; value: string }[] = [];
    if (this.#bySum.size === 0 || text.length < minKnownLength) return occurrences;
    let lastEnd = 0;
    let sum = sumOf(text, 0);
    for (let at = 0; ; at += 1) {
      const value =
        at < lastEnd
          ? undefined
          : this.#bySum.get(sum)?.find((candidate) => text.startsWith(candidate, at));
      if (value !== undefined) {
        occurrences.push({ start: at, value });
        lastEnd = at + value.length;
      }
      if (at + minKnownLength >= text.length) return occurrences;
      const leaving = Math.imul(text.charCodeAt(at), highestPower);
      sum = (Math.imul(sum - leaving, factor) + text.charCodeAt(at + minKnownLength)) | 0;
    }
  }
}

const factor = 31;
const highestPower = (31 ** (minKnownLength - 1)) | 0;

function sumOf(text: string, from: number): number {
  let sum = 0;
  for (let at = from; at < from + minKnownLength; at += 1) {
    sum = (Math.imul(sum, factor) + text.charCodeAt(at)) | 0;
  }
  return sum;
}
