import { expect, it } from 'vitest';
import { aSummary } from './testing/a-summary.ts';
import { historyItems } from './history.svelte.ts';

const at = (day: number, hour: number) =>
  aSummary({ id: `${day}-${hour}`, at: new Date(2026, 10, day, hour) });

it('puts each entry below its day, with unique keys', () => {
  const items = historyItems([at(21, 9), at(21, 0), at(20, 23), at(21, 1)]);
  expect(items.map((item) => (item.kind === 'day' ? item.day.getDate() : item.key))).toEqual([
    21,
    '21-9',
    '21-0',
    20,
    '20-23',
    21,
    '21-1',
  ]);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

it('has no day without entries', () => {
  expect(historyItems([])).toEqual([]);
});
