/**
 * Runs work on each item, so many at once at most, beginning in their order: as soon as one ends, the
 * next begins. What rejects keeps no other from being run; the first rejection is told at the end.
 */
export async function eachAtMost<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    // All lanes take from the same row: none is given an item before it is free for it.
    for (const item of waiting) {
      await work(item).catch((error: unknown) => {
        failures.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
