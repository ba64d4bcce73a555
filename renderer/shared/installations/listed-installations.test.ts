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

it('counts three installations where two names have room', () => {
  expect(listedInstallations(['acme', 'globex'], 2)).toBe('acme and globex');
  expect(listedInstallations(['acme', 'globex', 'initech'], 2)).toBe('3 installations');
});
