interface Segment {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Returns `null` unless an untouched line separates both changes. The result may be invalid JSON. */
export function mergeLines(base: string, draft: string, live: string): string | null {
  const before = base.split('\n');
  const [mine, theirs] = [segment(before, draft), segment(before, live)];
  const [first, second] = mine.from <= theirs.from ? [mine, theirs] : [theirs, mine];
  if (first.to >= second.from) return null;
  return [
    ...before.slice(0, first.from),
    ...first.lines,
    ...before.slice(first.to, second.from),
    ...second.lines,
    ...before.slice(second.to),
  ].join('\n');
}

function segment(before: readonly string[], text: string): Segment {
  const after = text.split('\n');
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    from: start,
    to: before.length - end,
    lines: after.slice(start, after.length - end),
  };
}
