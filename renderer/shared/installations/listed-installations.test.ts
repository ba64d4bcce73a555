import { expect, it } from 'vitest';
import { listedInstallations } from './listed-installations.ts';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
  [['a', 'b', 'c', 'd'], '4 installations'],
])('%j are “%s”', (names, words) => {
  expect(listedInstallations(names)).toBe(words);
});
