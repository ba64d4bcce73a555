import type { SortValue } from '#domain/search/sort-value.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Indices that one call of `sort` takes. */
const runLength = 2_048;

/** The indices of the values in ascending order. Equal values keep their order, also when descending. */
export async function sortInSlices(
  values: readonly SortValue[],
  descending: boolean,
  slices: TimeSlices,
): Promise<Uint32Array> {
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number): number =>
    sign * compareValues(values[a] ?? 0, values[b] ?? 0);
  let sorted = Uint32Array.from(values.keys());
  for (let start = 0; start < sorted.length; start += runLength) {
    sorted.subarray(start, start + runLength).sort((a, b) => compare(a, b) || a - b);
    await slices.next();
  }
  let merged = new Uint32Array(sorted.length);
  for (let length = runLength; length < sorted.length; length *= 2) {
    for (let start = 0; start < sorted.length; start += length * 2) {
      await mergeRuns(sorted, merged, { start, length }, compare, slices);
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

async function mergeRuns(
  from: Uint32Array,
  into: Uint32Array,
  { start, length }: { start: number; length: number },
  compare: (a: number, b: number) => number,
  slices: TimeSlices,
): Promise<void> {
  const middle = Math.min(start + length, from.length);
  const end = Math.min(middle + length, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    if (at % runLength === 0) await slices.next();
    const a = from[left] ?? 0;
    const b = from[right] ?? 0;
    const takesLeft = right >= end || (left < middle && compare(a, b) <= 0);
    into[at] = takesLeft ? a : b;
    if (takesLeft) left += 1;
    else right += 1;
  }
}

function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
