import { expect, it } from 'vitest';
import { parseKeepDays } from './history.svelte.ts';

it.each([
  ['1', 1],
  [' 365 ', 365],
  ['3650', 3650],
  ['0', null],
  ['3651', null],
  ['-5', null],
  ['1.5', null],
  ['1e2', null],
  ['', null],
  ['a year', null],
])('%j is %s days of History', (typed, days) => {
  expect(parseKeepDays(typed)).toBe(days);
});
