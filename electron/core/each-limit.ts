import pLimit from 'p-limit';

/** Installations that are worked on at the same time, at most. */
export const installationsAtOnce = 6;

/**
 * Runs work on each item, in their order, with so many at once at most. All items are run even if some
 * reject; then it rejects with the first rejection.
 */
export async function eachLimit<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const limit = pLimit(atOnce);
  const running = items.map((item) => limit(work, item));
  await Promise.all(running).finally(() => Promise.allSettled(running));
}
