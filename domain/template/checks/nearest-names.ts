/** Longer names are not compared, because they are not typos. */
const longestCompared = 64;

/** The nearest names first, three at most. Ignores case and underscores. */
export function nearestNames(
  name: string,
  known: { readonly all: () => Iterable<string> },
): string[] {
  if (name.length > longestCompared) return [];
  const wanted = folded(name);
  const limit = wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  const near: { name: string; distance: number }[] = [];
  for (const candidate of known.all()) {
    if (candidate.length > longestCompared) continue;
    const distance = editDistance(wanted, folded(candidate), limit);
    if (distance <= limit) near.push({ name: candidate, distance });
  }
  const nearest = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance <= nearest + 1)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((found) => found.name);
}

const folded = (name: string): string => name.toLowerCase().replaceAll('_', '');

/** Damerau-Levenshtein distance, or `limit + 1` when it is larger. */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooFar;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = new Array<number>(b.length + 1).fill(tooFar);
    if (row <= limit) next[0] = row;
    let best = next[0] ?? tooFar;
    const end = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1);
      }
      next[column] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit) return tooFar;
    before = last;
    last = next;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
