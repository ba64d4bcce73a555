import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdsInTwoOfThree } from './two-of-three.ts';

const printed: string[] = [];
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  printed.length = 0;
  vi.restoreAllMocks();
});

/** The verdict, and how many runs it took. */
async function decided(results: readonly boolean[]): Promise<[boolean, number]> {
  const measure = vi.fn<() => Promise<boolean>>();
  for (const result of results) measure.mockResolvedValueOnce(result);
  return [await holdsInTwoOfThree(measure, () => false), measure.mock.calls.length];
}

it.each([
  { results: [true], holds: true },
  { results: [false, true, true], holds: true },
  { results: [false, false], holds: false },
  { results: [false, true, false], holds: false },
])('runs that hold $results: $holds', async ({ results, holds }) => {
  expect(await decided(results)).toEqual([holds, results.length]);
  expect(printed).toHaveLength(results.length - 1);
});

it('measures no further when the user ended it', async () => {
  const measure = vi.fn(() => Promise.resolve(false));
  expect(await holdsInTwoOfThree(measure, () => true)).toBe(false);
  expect(measure).toHaveBeenCalledTimes(1);
});
