import { expect, it } from 'vitest';
import { textFilter } from './fold-text.ts';

it.each([
  ['pager', 'Pager night', true],
  ['  NIGHT  pag ', 'Pager night', true],
  ['pager day', 'Pager night', false],
  ['größe', 'GRÖSSE', false],
  ['größe', 'GRÖßE', true],
])('%j on %j is %s', (filter, text, expected) => {
  expect(textFilter(filter)?.(text)).toBe(expected);
});

it.each(['', ' \n\t '])('%j has no word and gives no filter', (filter) => {
  expect(textFilter(filter)).toBeNull();
});
