import { describe, expect, it } from 'vitest';
import { exitCodeOf, inWords, none, sum } from './counts.ts';

describe('inWords', () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, '3 passed, 0 failed'],
    [{ passed: 0, failed: 2, skipped: 1 }, '0 passed, 2 failed, 1 skipped'],
  ])('%j', (counts, words) => {
    expect(inWords(counts)).toBe(words);
  });
});

it('sum adds each kind', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  expect(sum([])).toEqual(none);
});

describe('exitCodeOf', () => {
  it.each([
    ['all passed', { passed: 1, failed: 0, skipped: 0 }, 0],
    ['some were skipped', { passed: 1, failed: 0, skipped: 1 }, 0],
    ['one failed', { passed: 9, failed: 1, skipped: 0 }, 1],
    ['nothing ran', none, 1],
    ['everything was skipped', { passed: 0, failed: 0, skipped: 5 }, 1],
  ])('%s', (_, counts, code) => {
    expect(exitCodeOf(counts)).toBe(code);
  });
});
