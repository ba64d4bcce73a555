import pLimit from 'p-limit';

export const installationsAtOnce = 6;

/** Lets another item run while this one waits for a person. */
export type WhileIdle = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** Runs all items even when some reject, then rejects with the first rejection. */
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
