import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reorder } from './reorder.ts';

const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
const order = (ids: readonly string[]): string =>
  reorder(items, ids)
    .map(({ id }) => id)
    .join('');

it.each([
  ['all of them', ['d', 'c', 'b', 'a'], 'dcba'],
  ['some, which take their places among themselves', ['d', 'b'], 'adcb'],
  ['one', ['c'], 'abcd'],
  ['none', [], 'abcd'],
  ['one named twice', ['c', 'a', 'c'], 'cbad'],
  ['one that is not there', ['d', 'x', 'a'], 'dbca'],
])('orders %s', (_, ids, expected) => {
  expect(order(ids)).toBe(expected);
});

describe('reorder', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 12 });
  const listAndPart = ids.chain((all) =>
    fc.tuple(fc.constant(all.map((id) => ({ id }))), fc.shuffledSubarray(all)),
  );
  const otherOrder = (part: string[]) => fc.shuffledSubarray(part, { minLength: part.length });

  it('keeps exactly the same items', () => {
    fc.assert(
      fc.property(listAndPart, fc.array(fc.string()), ([list, part], foreign) => {
        const next = reorder(list, [...foreign, ...part]);
        expect(new Set(next)).toEqual(new Set(list));
        expect(next).toHaveLength(list.length);
      }),
    );
  });

  it('puts the named items in the given order, and moves no other item', () => {
    fc.assert(
      fc.property(listAndPart, ([list, part]) => {
        const next = reorder(list, part);
        const named = next.filter(({ id }) => part.includes(id));
        expect(named.map(({ id }) => id)).toEqual(part);
        for (const [place, item] of list.entries()) {
          if (!part.includes(item.id)) expect(next[place]).toBe(item);
        }
      }),
    );
  });

  it('applies the last order of the same items, and can restore the original order', () => {
    const twoOrders = listAndPart.chain(([list, part]) =>
      fc.tuple(fc.constant(list), fc.constant(part), otherOrder(part)),
    );
    fc.assert(
      fc.property(twoOrders, ([list, part, other]) => {
        expect(reorder(reorder(list, part), other)).toEqual(reorder(list, other));
        const back = list.map(({ id }) => id);
        expect(reorder(reorder(list, part), back)).toEqual(list);
      }),
    );
  });
});
