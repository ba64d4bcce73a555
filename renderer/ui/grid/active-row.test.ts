import { SvelteSet } from 'svelte/reactivity';
import { assert, constantFrom, integer, oneof, property, record, array } from 'fast-check';
import { expect, it } from 'vitest';
import { ActiveRow } from './active-row.svelte.ts';

const isEven = (item: number): boolean => item % 2 === 0;

/** Items 0 to `count - 1`; the even ones are rows. */
function aList(count: number) {
  const items = new SvelteSet(Array.from({ length: count }, (_, item) => item));
  const active = new ActiveRow<number, number>(() => ({
    items: [...items],
    keyOf: (item) => item,
    isRow: isEven,
    rowHeight: 10,
  }));
  return { items, active };
}

it('finds the active row by its key after any changes', () => {
  const change = record({
    kind: constantFrom('add', 'remove', 'activate'),
    item: oneof(integer({ min: 0, max: 20 }), constantFrom(-2)),
  });
  assert(
    property(array(change), (changes) => {
      const { items, active } = aList(8);
      for (const { kind, item } of changes) {
        if (kind === 'add') items.add(item);
        else if (kind === 'remove') items.delete(item);
        else active.key = item;
        const rows = [...items].filter(isEven);
        expect(active.count).toBe(rows.length);
        expect(active.at).toBe(active.key === null ? -1 : rows.indexOf(active.key));
        expect(active.rowAt(active.at)).toBe(active.at < 0 ? undefined : active.key);
        expect(active.indexOf(active.at)).toBe([...items].indexOf(active.rowAt(active.at) ?? -1));
      }
    }),
  );
});

it('moves to the row next to a removed one, and to the first row after a reset', () => {
  const { items, active } = aList(8);
  expect(active.near).toBe(0);
  active.key = 4;
  expect(active.near).toBe(2);
  items.delete(4);
  expect(active.rowAt(active.near)).toBe(6);
  items.delete(6);
  expect(active.rowAt(active.near)).toBe(2);
  active.reset();
  expect(active.rowAt(active.near)).toBe(0);
});

it('activates one of 500,000 rows without looking at the others', () => {
  let looks = 0;
  const items = {
    length: 500_000,
    at: (index: number) => {
      looks += 1;
      return index;
    },
  };
  const active = new ActiveRow<number, number>(() => ({
    items,
    keyOf: (item) => item,
    rowHeight: 10,
  }));
  active.activate(499_000);
  expect(active.at).toBe(499_000);
  expect(active.rowAt(active.at)).toBe(499_000);
  expect(looks).toBeLessThan(5);
});

it('activates no item that is not a row, and none outside the list', () => {
  const { active } = aList(8);
  active.activate(2);
  for (const index of [3, -1, 8]) active.activate(index);
  expect(active.key).toBe(2);
});
