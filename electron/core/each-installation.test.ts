import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachInstallation } from './each-installation.ts';

it('starts work in order, and respects the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 20 }), async (scheduler, count) => {
      const items = Array.from({ length: count }, (_, index) => index);
      const begun: number[] = [];
      let running = 0;
      let most = 0;
      const all = eachInstallation(items, async (item) => {
        begun.push(item);
        most = Math.max(most, (running += 1));
        await scheduler.schedule(Promise.resolve());
        running -= 1;
      });
      await scheduler.waitFor(all);
      expect(begun).toEqual(items);
      expect(most).toBe(Math.min(6, count));
    }),
  );
});

it('does not delay the others when one never ends', async () => {
  const done: number[] = [];
  const others = Promise.withResolvers<undefined>();
  void eachInstallation([0, 1, 2, 3, 4, 5, 6, 7, 8], async (item) => {
    if (item === 0) await new Promise(() => undefined);
    done.push(item);
    if (item === 8) others.resolve(undefined);
  });
  await others.promise;
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('runs all, although some fail, and then throws the first error', async () => {
  const done: number[] = [];
  const all = eachInstallation([0, 1, 2, 3, 4, 5, 6, 7], (item) => {
    if (item < 2) return Promise.reject(new Error(`broken ${item}`));
    done.push(item);
    return Promise.resolve();
  });
  await expect(all).rejects.toThrow('broken 0');
  expect(done).toEqual([2, 3, 4, 5, 6, 7]);
});
