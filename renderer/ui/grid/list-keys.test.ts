import { expect, it } from 'vitest';
import { pageOf, rowAfter } from './active-row.svelte.ts';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowUp', -1, 0],
  ['PageDown', 3, 7],
  ['PageDown', 8, 9],
  ['PageUp', 6, 2],
  ['PageUp', 2, 0],
  ['Home', 6, 0],
  ['End', 6, 9],
  ['Enter', 6, null],
])('%s moves from row %i of ten to %s', (key, at, to) => {
  expect(rowAfter(key, { at, count: 10, page: 4 })).toBe(to);
});

it('returns null for an empty list', () => {
  expect(rowAfter('End', { at: -1, count: 0, page: 4 })).toBeNull();
});

it('moves by one row less than a page, and by at least one row', () => {
  expect([pageOf(320, 32), pageOf(330, 32), pageOf(20, 32), pageOf(0, 32)]).toEqual([9, 9, 1, 1]);
});
