/** Length of the shortest value that is found; shorter ones would match by chance. */
export const minKnownLength = 8;

/** Takes linear time for any number of values, by a rolling sum (Rabin-Karp). */
export class KnownValues {
  readonly #bySum: Map<number, string[]>;

  constructor(values: Iterable<string>) {
    const long = [...new Set(values)].filter(({ length }) => length >= minKnownLength);
    this.#bySum = Map.groupBy(long, (value) => sumOf(value, 0));
    // Of two values with the same beginning, the longer one matches.
    for (const some of this.#bySum.values()) some.sort((a, b) => b.length - a.length);
  }

  in(text: string): { readonly start: number; readonly value: string }[] {
    const found: { start: number; value: string }[] = [];
    if (this.#bySum.size === 0 || text.length < minKnownLength) return found;
    let free = 0;
    let sum = sumOf(text, 0);
    for (let at = 0; ; at += 1) {
      const value =
        at < free ? undefined : this.#bySum.get(sum)?.find((one) => text.startsWith(one, at));
      if (value !== undefined) {
        found.push({ start: at, value });
        free = at + value.length;
      }
      if (at + minKnownLength >= text.length) return found;
      const gone = Math.imul(text.charCodeAt(at), highest);
      sum = (Math.imul(sum - gone, factor) + text.charCodeAt(at + minKnownLength)) | 0;
    }
  }
}

const factor = 31;
const highest = (31 ** (minKnownLength - 1)) | 0;

function sumOf(text: string, from: number): number {
  let sum = 0;
  for (let at = from; at < from + minKnownLength; at += 1) {
    sum = (Math.imul(sum, factor) + text.charCodeAt(at)) | 0;
  }
  return sum;
}
