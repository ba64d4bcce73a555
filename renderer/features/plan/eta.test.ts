import { expect, it } from 'vitest';
import { etaLabel } from './plan-run.svelte.ts';

it.each([
  { done: 20, left: 30, milliseconds: 2_000, says: '10 a second, 3 s left' },
  { done: 3, left: 500, milliseconds: 6_000, says: '30 a minute, 16 min 40 s left' },
  { done: 5_000, left: 0, milliseconds: 1_000, says: '5,000 a second, 0 s left' },
])('$done in $milliseconds ms is $says', ({ done, left, milliseconds, says }) => {
  expect(etaLabel(done, left, milliseconds)).toBe(says);
});

it('returns null for too few rows or too short a time', () => {
  expect(etaLabel(2, 100, 10_000)).toBeNull();
  expect(etaLabel(100, 100, 499)).toBeNull();
});
