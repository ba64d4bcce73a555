import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachLimit } from './each-limit.ts';

it('begins each in its order, and never more at once than it may', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 20 }),
      async (scheduler, atOnce, count) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const all = eachLimit(atOnce, items, async (item) => {
          begun.push(item);
          most = Math.max(most, (running += 1));
          await scheduler.schedule(Promise.resolve());
          running -= 1;
        });
        await scheduler.waitFor(all);
        expect(begun).toEqual(items);
        expect(most).toBe(Math.min(atOnce, count));
      },
    ),
  );
});

it('lets one that never ends hold up none of the others', async () => {
  const done: number[] = [];
  const others = Promise.withResolvers<undefined>();
  void eachLimit(2, [0, 1, 2, 3, 4], async (item) => {
    if (item === 0) await new Promise(() => undefined);
    done.push(item);
    if (item === 4) others.resolve(undefined);
  });
  await others.promise;
  expect(done).toEqual([1, 2, 3, 4]);
});

it('runs all, though some fail, and then tells the first failure', async () => {
  const done: number[] = [];
  const all = eachLimit(2, [0, 1, 2, 3], (item) => {
    if (item < 2) return Promise.reject(new Error(`broken ${item}`));
    done.push(item);
    return Promise.resolve();
  });
  await expect(all).rejects.toThrow('broken 0');
  expect(done).toEqual([2, 3]);
});
