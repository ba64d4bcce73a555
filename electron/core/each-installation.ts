import pLimit from 'p-limit';

const installationsAtOnce = 6;

/** Lets another item run while this one waits for a person. */
export type WhileIdle = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/**
 * Reads or writes many installations, 6 at once. Runs all items even when some reject; then rejects with the
 * first rejection.
 */
export async function eachInstallation<Item>(
  items: readonly Item[],
  work: (item: Item, whileIdle: WhileIdle) => Promise<void>,
): Promise<void> {
  const limit = pLimit(installationsAtOnce);
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
