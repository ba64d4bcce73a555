import { describe, expect, it } from 'vitest';
import { Ticks } from './ticks.svelte.ts';

const list = ['a', 'b', 'c', 'd', 'e'];
const ticked = (ticks: Ticks): string => [...ticks.ids].sort().join('');

describe('ticks', () => {
  it('go on and off', () => {
    const ticks = new Ticks();
    ticks.toggle('b');
    ticks.toggle('d');
    ticks.toggle('b');
    expect(ticked(ticks)).toBe('d');
  });

  it('range from the one ticked last, in both directions, and add to what is ticked', () => {
    const ticks = new Ticks();
    ticks.toggle('a');
    ticks.toggle('d');
    ticks.through('b', list);
    expect(ticked(ticks)).toBe('abcd');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('abcde');
  });

  it('a range with nothing to begin at is one entry', () => {
    const ticks = new Ticks();
    ticks.through('c', list);
    expect(ticked(ticks)).toBe('c');
    ticks.through('e', list);
    expect(ticked(ticks)).toBe('cde');
  });

  it('a range begins anew where the one ticked last is not shown any more', () => {
    const ticks = new Ticks();
    ticks.toggle('gone');
    ticks.through('b', list);
    expect(ticks.has('b')).toBe(true);
    expect(ticks.has('a')).toBe(false);
  });

  it('all, and once more for none', () => {
    const ticks = new Ticks();
    ticks.toggle('b');
    ticks.all(list);
    expect(ticks.size).toBe(5);
    ticks.all(list);
    expect(ticks.size).toBe(0);
  });

  it('do not stay on what is not shown', () => {
    const ticks = new Ticks();
    ticks.all(list);
    ticks.retain(['c', 'x']);
    expect(ticked(ticks)).toBe('c');
  });
});
