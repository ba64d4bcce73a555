import { describe, expect, it } from 'vitest';
import { KeyTicks, RowTicks } from './ticks.svelte.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

it('toggleTo toggles a range from the last ticked entry, in either direction', () => {
  const selection = new KeyTicks();
  selection.toggle('b');
  selection.toggleTo('d', order);
  expect(selection.tickedAmong(order)).toEqual(['b', 'c', 'd']);
  selection.toggleTo('c', order);
  expect(selection.tickedAmong(order)).toEqual(['b']);
  selection.clear();
  selection.toggleTo('d', order);
  selection.toggleTo('a', order);
  expect(selection.tickedAmong(order)).toEqual(['a', 'b', 'c', 'd']);
});

it('toggleTo toggles one entry if the start of the range is not shown', () => {
  const selection = new KeyTicks();
  selection.toggle('gone');
  selection.toggleTo('c', order);
  expect(selection.tickedAmong(order)).toEqual(['c']);
});

it('only() replaces the whole selection', () => {
  const selection = new KeyTicks();
  selection.toggle('a');
  selection.tickOnly(['d', 'b']);
  expect(selection.tickedAmong(order)).toEqual(['b', 'd']);
  expect(selection.size).toBe(2);
});

const list = ['a', 'b', 'c', 'd', 'e'];
const ticked = (ticks: KeyTicks): string => [...ticks.ids].sort().join('');

describe('selected keys', () => {
  it('are added and removed by a toggle', () => {
    const ticks = new KeyTicks();
    ticks.toggle('b');
    ticks.toggle('d');
    ticks.toggle('b');
    expect(ticked(ticks)).toBe('d');
  });

  it('are added from the last ticked entry through another, in both directions', () => {
    const ticks = new KeyTicks();
    ticks.toggle('a');
    ticks.toggle('d');
    ticks.through('b', list);
    expect(ticked(ticks)).toBe('abcd');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('abcde');
  });

  it('gain one entry from a range without a start', () => {
    const ticks = new KeyTicks();
    ticks.through('c', list);
    expect(ticked(ticks)).toBe('c');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('cde');
  });

  it('gain one entry from a range whose start is not shown', () => {
    const ticks = new KeyTicks();
    ticks.toggle('gone');
    ticks.through('b', list);
    expect(ticks.has('b')).toBe(true);
    expect(ticks.has('a')).toBe(false);
  });

  it('are all entries after the first all(), and none after the second', () => {
    const ticks = new KeyTicks();
    ticks.toggle('b');
    ticks.toggleAll(list);
    expect(ticks.size).toBe(5);
    ticks.toggleAll(list);
    expect(ticks.size).toBe(0);
  });

  it('keep others that all() does not name', () => {
    const ticks = new KeyTicks();
    ticks.toggle('hidden');
    ticks.toggleAll(['a', 'b']);
    expect(ticked(ticks)).toBe('abhidden');
    ticks.toggleAll(['a', 'b']);
    expect(ticked(ticks)).toBe('hidden');
  });

  it('are limited to the entries that retain() names', () => {
    const ticks = new KeyTicks();
    ticks.toggleAll(list);
    ticks.retain(['c', 'x']);
    expect(ticked(ticks)).toBe('c');
  });
});

const defaults = ['a', 'b', 'c', 'd'].map((key) => ({ key, atFirst: key !== 'd' }));
const ticksOf = () =>
  new RowTicks<{ key: string; atFirst: boolean }>(
    ({ atFirst }) => atFirst,
    ({ key }) => key,
  );
const shown = (ticks: ReturnType<typeof ticksOf>): string =>
  defaults.map((row) => (ticks.has(row) ? row.key : '.')).join('');
const [a, , c, d] = defaults;
if (a === undefined || c === undefined || d === undefined) throw new Error('no rows');

it('rows have their default tick until a toggle, and again after a reset', () => {
  const ticks = ticksOf();
  expect(shown(ticks)).toBe('abc.');
  ticks.toggle(a);
  ticks.toggle(d);
  expect(shown(ticks)).toBe('.bcd');
  ticks.forget([d]);
  expect(shown(ticks)).toBe('.bc.');
  ticks.toggle(a);
  expect(shown(ticks)).toBe('abc.');
});

it('a range gets the state that a toggle gives its last row', () => {
  const ticks = ticksOf();
  ticks.toggle(a);
  ticks.toggleTo(c, defaults);
  expect(shown(ticks)).toBe('....');
  ticks.toggleTo(d, defaults);
  expect(shown(ticks)).toBe('..cd');
});
