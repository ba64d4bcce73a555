import type { IdRanges } from '../journal/entry.ts';

export function rangesOf(ids: Iterable<number>): IdRanges {
  const ranges: IdRanges = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && id <= last[1] + 1) last[1] = Math.max(last[1], id);
    else ranges.push([id, id]);
  }
  return ranges;
}

export const isInRanges = (ranges: IdRanges, id: number): boolean =>
  ranges.some(([from, to]) => from <= id && id <= to);
