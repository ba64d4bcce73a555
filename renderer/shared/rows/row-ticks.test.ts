import { expect, it } from 'vitest';
import { RowTicks } from './row-ticks.svelte.ts';

const rows = ['a', 'b', 'c', 'd'].map((key) => ({ key, atFirst: key !== 'd' }));
const ticksOf = () =>
  new RowTicks<{ key: string; atFirst: boolean }>(
    ({ atFirst }) => atFirst,
    ({ key }) => key,
  );
const shown = (ticks: ReturnType<typeof ticksOf>): string =>
  rows.map((row) => (ticks.has(row) ? row.key : '.')).join('');
const [a, , c, d] = rows;
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
  ticks.toggleTo(c, rows);
  expect(shown(ticks)).toBe('....');
  ticks.toggleTo(d, rows);
  expect(shown(ticks)).toBe('..cd');
});
