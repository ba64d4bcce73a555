const mebibyte = 1024 * 1024;

/** Between two looks, in milliseconds. */
const interval = 20;

/**
 * How much more memory this process holds at most during some work than before, in MiB: all of its
 * threads, as the system counts it. What the collector has not come round to yet is counted too.
 */
export async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  const idle = process.memoryUsage.rss();
  let most = idle;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, interval);
  await work();
  clearInterval(looking);
  return (Math.max(most, process.memoryUsage.rss()) - idle) / mebibyte;
}
