export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Characters that are compared at once: much faster than one by one. */
const block = 1_024;

/** The length of the common start, at most `most`. */
function commonStart(a: string, b: string, most: number): number {
  let length = 0;
  while (
    length + block <= most &&
    a.slice(length, length + block) === b.slice(length, length + block)
  ) {
    length += block;
  }
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/** The length of the common end, at most `most`. */
function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (
    length + block <= most &&
    a.slice(a.length - length - block, a.length - length) ===
      b.slice(b.length - length - block, b.length - length)
  ) {
    length += block;
  }
  while (
    length < most &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}

/** Leaves the common start and end alone, so that cursor and marks stay; `null` for no change. */
export function smallestChange(before: string, next: string): TextChange | null {
  if (before === next) return null;
  const least = Math.min(before.length, next.length);
  const start = commonStart(before, next, least);
  const end = commonEnd(before, next, least - start);
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
