import pLimit from 'p-limit';

/** Installations that are worked on at the same time, at most. */
export const installationsAtOnce = 6;

/** Waits for a person. Another item may be worked on meanwhile. */
export type WhileIdle = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/**
 * Runs work on each item, in their order, with so many at once at most. All items are run even if some
 * reject; then it rejects with the first rejection.
 */
export async function eachLimit<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, whileIdle: WhileIdle) => Promise<void>,
): Promise<void> {
  const limit = pLimit(atOnce);
  const whileIdle: WhileIdle = async (wait) => {
    limit.concurrency += 1;
    try {
      return await wait();
    } finally {
      limit.concurrency -= 1;
    }
  };
  const running = items.map((item) => limit(work, item, whileIdle));
  await Promise.all(running).finally(() => Promise.allSettled(running));
}
