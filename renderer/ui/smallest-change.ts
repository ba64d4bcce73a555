export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The length, at most `most`, up to which two texts are equal. Blocks are compared first: 1,024 characters take about
 * as long as one.
 *
 * @param areEqual whether the texts are equal from one length to another
 */
function commonLength(most: number, areEqual: (from: number, to: number) => boolean): number {
  let length = 0;
  for (const step of [1_024, 1]) {
    while (length + step <= most && areEqual(length, length + step)) length += step;
  }
  return length;
}

/** @param from characters before the end of the text, like `to` */
const sliceAtEnd = (text: string, from: number, to: number): string =>
  text.slice(text.length - to, text.length - from);

/** Leaves the common start and end alone, so that cursor and marks stay; `null` for no change. */
export function smallestChange(before: string, next: string): TextChange | null {
  if (before === next) return null;
  const least = Math.min(before.length, next.length);
  const start = commonLength(least, (from, to) => before.slice(from, to) === next.slice(from, to));
  const end = commonLength(
    least - start,
    (from, to) => sliceAtEnd(before, from, to) === sliceAtEnd(next, from, to),
  );
  return { from: start, to: before.length - end, insert: next.slice(start, next.length - end) };
}

const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

/** For texts that differ only in white space: small changes leave the cursor at its character. */
export function changesOfBlanks(before: string, next: string): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  let to = 0;
  while (at < before.length || to < next.length) {
    if (at < before.length && before.charCodeAt(at) === next.charCodeAt(to)) {
      at += 1;
      to += 1;
      continue;
    }
    const from = at;
    const begun = to;
    while (isBlank(before.charCodeAt(at))) at += 1;
    while (isBlank(next.charCodeAt(to))) to += 1;
    if (from === at && begun === to) {
      const whole = smallestChange(before, next);
      return whole === null ? [] : [whole];
    }
    changes.push({ from, to: at, insert: next.slice(begun, to) });
  }
  return changes;
}
