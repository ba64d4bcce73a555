import { describe, expect, test } from 'vitest';
import { afterDrag, defaultSizes, shownSizes, sizesFrom } from './pane-sizes.ts';

const sizes = { sidebar: 20, list: 30, side: 50 };
const all = { sidebar: true, side: true };

describe('without stored sizes', () => {
  test('a usual window has the list and the side pane in nearly equal shares', () => {
    expect(defaultSizes(1_280)).toEqual({ sidebar: 16, list: 44, side: 40 });
  });

  test('a wide window gives its extra width to the side pane', () => {
    expect(defaultSizes(1_920).side * 19.2).toBeCloseTo(1_040);
  });
});

test('stored sizes apply; damaged ones do not', () => {
  expect(sizesFrom([20, 30], 1_280)).toEqual(sizes);
  expect(sizesFrom([20, 30, 50], 1_280)).toEqual(sizes);
  expect(sizesFrom([60, 60], 1_280)).toEqual(defaultSizes(1_280));
  expect(sizesFrom([20], 1_280)).toEqual(defaultSizes(1_280));
});

test('shown panes share the whole width', () => {
  expect(shownSizes(sizes, all)).toEqual(sizes);
  expect(shownSizes(sizes, { sidebar: true, side: false })).toEqual({
    sidebar: 20,
    list: 80,
    side: 0,
  });
  expect(shownSizes(sizes, { sidebar: false, side: true })).toEqual({
    sidebar: 0,
    list: 37.5,
    side: 62.5,
  });
});

test('after a drag, hidden panes keep their share', () => {
  expect(afterDrag(sizes, all, [10, 40, 50])).toEqual({ sidebar: 10, list: 40, side: 50 });
  expect(afterDrag(sizes, { sidebar: false, side: true }, [50, 50])).toEqual({
    sidebar: 20,
    list: 40,
    side: 40,
  });
  expect(afterDrag(sizes, { sidebar: true, side: false }, [36, 64])).toEqual({
    sidebar: 36,
    list: 24,
    side: 40,
  });
});
