import { expect, it, onTestFinished } from 'vitest';
import { FrontWindows } from './notifications.ts';

function aWindow(): { inFront: boolean; isAnyInFront: () => Promise<boolean> } {
  const state = { inFront: false };
  const windows = new FrontWindows(() => state.inFront);
  onTestFinished(() => {
    windows.close();
  });
  return Object.assign(state, { isAnyInFront: () => windows.isAnyInFront() });
}

it('reports whether any of several windows is in front', async () => {
  const [one, other, third] = [aWindow(), aWindow(), aWindow()];
  expect(await one.isAnyInFront()).toBe(false);
  other.inFront = true;
  expect(await one.isAnyInFront()).toBe(true);
  expect(await other.isAnyInFront()).toBe(true);
  expect(await third.isAnyInFront()).toBe(true);
  other.inFront = false;
  expect(await Promise.all([one.isAnyInFront(), other.isAnyInFront()])).toEqual([false, false]);
});

it('a single window reports its own state', async () => {
  const one = aWindow();
  expect(await one.isAnyInFront()).toBe(false);
  one.inFront = true;
  expect(await one.isAnyInFront()).toBe(true);
});
