import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownNames } from '../template/checks/subject.ts';
import { editDistance, didYouMean } from './did-you-mean.ts';
import { own } from '../template/checks/testing/webhooks.ts';

/** The textbook algorithm for the edit distance, without optimizations. */
function slowDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_cell, column) => (row === 0 ? column : row)),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + same,
      );
      const exchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && exchanged) cost = Math.min(cost, at(row - 2, column - 2) + 1);
      const cells = rows[row];
      if (cells !== undefined) cells[column] = cost;
    }
  }
  return at(a.length, b.length);
}

test('the edit distance equals that of the textbook algorithm, up to the limit', () => {
  const word = fc
    .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 })
    .map((letters) => letters.join(''));
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
      expect(Math.min(editDistance(a, b, limit), limit + 1)).toBe(
        Math.min(slowDistance(a, b), limit + 1),
      );
    }),
    { numRuns: 5_000 },
  );
});

describe('the nearest names of', () => {
  const known = new KnownNames([own('Team'), own('team_name')], false);
  test.each([
    ['AlertNme', ['AlertName']],
    ['AlertNames', ['AlertName']],
    ['ServerPrt', ['ServerPort']],
    ['CURRENT_STATE', ['CurrentState']],
    ['TeamName', ['team_name']],
    ['Tema', ['Team']],
    ['Txmx', []],
    ['Weather', []],
    ['a'.repeat(5_000), []],
  ])('%.20s', (name, expected) => {
    expect(didYouMean(name, known.all())).toEqual(expected);
  });
});
