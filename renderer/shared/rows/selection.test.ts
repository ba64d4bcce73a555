import { expect, it } from 'vitest';
import { Selection } from './selection.svelte.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

it('a range goes from what was ticked last, in either direction', () => {
  const selection = new Selection();
  selection.toggle('b');
  selection.toggleTo('d', order);
  expect(selection.of(order)).toEqual(['b', 'c', 'd']);
  selection.toggleTo('c', order);
  expect(selection.of(order)).toEqual(['b']);
  selection.clear();
  selection.toggleTo('d', order);
  selection.toggleTo('a', order);
  expect(selection.of(order)).toEqual(['a', 'b', 'c', 'd']);
});

it('what a range began at may be out of sight by now', () => {
  const selection = new Selection();
  selection.toggle('gone');
  selection.toggleTo('c', order);
  expect(selection.of(order)).toEqual(['c']);
});

it('those that are chosen alone take the place of all others', () => {
  const selection = new Selection();
  selection.toggle('a');
  selection.only(['d', 'b']);
  expect(selection.of(order)).toEqual(['b', 'd']);
  expect(selection.size).toBe(2);
});
