import { describe, expect, it } from 'vitest';
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

const list = ['a', 'b', 'c', 'd', 'e'];
const ticked = (ticks: Selection): string => [...ticks.ids].sort().join('');

describe('selected keys', () => {
  it('go on and off', () => {
    const ticks = new Selection();
    ticks.toggle('b');
    ticks.toggle('d');
    ticks.toggle('b');
    expect(ticked(ticks)).toBe('d');
  });

  it('range from the one ticked last, in both directions, and add to what is ticked', () => {
    const ticks = new Selection();
    ticks.toggle('a');
    ticks.toggle('d');
    ticks.through('b', list);
    expect(ticked(ticks)).toBe('abcd');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('abcde');
  });

  it('a range with nothing to begin at is one entry', () => {
    const ticks = new Selection();
    ticks.through('c', list);
    expect(ticked(ticks)).toBe('c');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('cde');
  });

  it('a range begins anew where the one ticked last is not shown any more', () => {
    const ticks = new Selection();
    ticks.toggle('gone');
    ticks.through('b', list);
    expect(ticks.has('b')).toBe(true);
    expect(ticks.has('a')).toBe(false);
  });

  it('all, and once more for none', () => {
    const ticks = new Selection();
    ticks.toggle('b');
    ticks.all(list);
    expect(ticks.size).toBe(5);
    ticks.all(list);
    expect(ticks.size).toBe(0);
  });

  it('do not stay on what is not shown', () => {
    const ticks = new Selection();
    ticks.all(list);
    ticks.retain(['c', 'x']);
    expect(ticked(ticks)).toBe('c');
  });
});
