/** Longer names are not compared, because they are not typos. */
const maxLength = 64;

/** The nearest names first, three at most. Ignores case and underscores. */
export function didYouMean(name: string, known: Iterable<string>): string[] {
  if (name.length > maxLength) return [];
  const foldedName = folded(name);
  // With more typos, a short name resembles too many others.
  const maxDistance = foldedName.length <= 4 ? 1 : foldedName.length <= 8 ? 2 : 3;
  const candidates: { name: string; distance: number }[] = [];
  for (const candidate of known) {
    if (candidate.length > maxLength) continue;
    const distance = editDistance(foldedName, folded(candidate), maxDistance);
    if (distance <= maxDistance) candidates.push({ name: candidate, distance });
  }
  const minDistance = Math.min(...candidates.map(({ distance }) => distance));
  // A name that is clearly farther away than the nearest one is hardly meant.
  return candidates
    .filter(({ distance }) => distance <= minDistance + 1)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

const folded = (name: string): string => name.toLowerCase().replaceAll('_', '');

/** The optimal string alignment distance (Damerau-Levenshtein), or `limit + 1` when it is larger. */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooFar;
  let secondLastRow: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const nextRow = new Array<number>(b.length + 1).fill(tooFar);
    if (row <= limit) nextRow[0] = row;
    let lowestCost = nextRow[0] ?? tooFar;
    // A cell farther from the diagonal than the limit costs more than the limit.
    const end = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        costAt(lastRow, column) + 1,
        costAt(nextRow, column - 1) + 1,
        costAt(lastRow, column - 1) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) cost = Math.min(cost, costAt(secondLastRow, column - 2) + 1);
      nextRow[column] = cost;
      lowestCost = Math.min(lowestCost, cost);
    }
    if (lowestCost > limit) return tooFar;
    secondLastRow = lastRow;
    lastRow = nextRow;
  }
  return costAt(lastRow, b.length);
}

const costAt = (row: readonly number[], column: number): number => row[column] ?? Infinity;
