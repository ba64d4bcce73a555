import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeWindow, windowMemory } from './window-place.ts';

const display = { x: 0, y: 0, width: 1_920, height: 1_040 };
const second = { x: 1_920, y: 0, width: 1_280, height: 984 };
const left = { x: 100, y: 50, width: 1_200, height: 800 };

test('at the first start, the system chooses the position', () => {
  expect(placeWindow(null, [display])).toEqual({ width: 1_360, height: 860 });
});

test('a window opens at its last position', () => {
  expect(placeWindow(left, [display])).toEqual(left);
  const there = { ...left, x: 2_000, width: 1_000 };
  expect(placeWindow(there, [display, second])).toEqual(there);
});

test.each([
  ['on a display that is gone', { ...left, x: 2_000 }],
  ['with its title above the display', { ...left, y: -30 }],
  ['all but below the display', { ...left, y: 1_030 }],
  ['all but right of the display', { ...left, x: 1_900 }],
])('a window %s keeps its size and gets a new position', (_where, bounds) => {
  expect(placeWindow(bounds, [display])).toEqual({ width: 1_200, height: 800 });
});

test('a window is at most as large as the display and at least the minimum size', () => {
  expect(placeWindow({ x: 0, y: 0, width: 4_000, height: 3_000 }, [display])).toEqual(display);
  expect(placeWindow({ x: 5, y: 5, width: 200, height: 100 }, [display])).toEqual({
    x: 5,
    y: 5,
    width: 640,
    height: 400,
  });
});

describe('the memory of the place', () => {
  const place = { bounds: { x: 1, y: 2, width: 1_000, height: 700 }, maximized: true };
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-window-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('restores the position after a restart', () => {
    expect(windowMemory(folder).recall()).toBeNull();
    windowMemory(folder).remember(place);
    expect(windowMemory(folder).recall()).toEqual(place);
  });

  test.skipIf(process.platform === 'win32')('creates the file for its owner only', () => {
    windowMemory(folder).remember(place);
    expect(statSync(join(folder, 'window.json')).mode & 0o777).toBe(0o600);
  });

  test.each(['', '{', '[]', '{"place":{"bounds":{"x":"1"}}}', '{"place":null}'])(
    'ignores an invalid position: %s',
    (content) => {
      writeFileSync(join(folder, 'window.json'), content);
      expect(windowMemory(folder).recall()).toBeNull();
    },
  );
});
