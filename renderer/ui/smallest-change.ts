export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Leaves the common start and end alone, so that cursor and marks stay; `null` for no change. */
export function smallestChange(before: string, next: string): TextChange | null {
  if (before === next) return null;
  const least = Math.min(before.length, next.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === next.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < least - start &&
    before.charCodeAt(before.length - 1 - end) === next.charCodeAt(next.length - 1 - end)
  ) {
    end += 1;
  }
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
