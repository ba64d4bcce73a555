import { expect, it, onTestFinished } from 'vitest';
import { WindowsInFront } from './notifications.ts';

function aWindow(): { inFront: boolean; isAny: () => Promise<boolean> } {
  const state = { inFront: false };
  const windows = new WindowsInFront(() => state.inFront);
  onTestFinished(() => {
    windows.close();
  });
  return Object.assign(state, { isAny: () => windows.isAny() });
}

it('reports whether any of several windows is in front', async () => {
  const [one, other, third] = [aWindow(), aWindow(), aWindow()];
  expect(await one.isAny()).toBe(false);
  other.inFront = true;
  expect(await one.isAny()).toBe(true);
  expect(await other.isAny()).toBe(true);
  expect(await third.isAny()).toBe(true);
  other.inFront = false;
  expect(await Promise.all([one.isAny(), other.isAny()])).toEqual([false, false]);
});

it('a single window reports its own state', async () => {
  const one = aWindow();
  expect(await one.isAny()).toBe(false);
  one.inFront = true;
  expect(await one.isAny()).toBe(true);
});
