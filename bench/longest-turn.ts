/** Milliseconds of work of this thread since its start. */
export function workDone(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

/**
 * The longest turn of the event loop during `work`, in milliseconds of work of the thread. Unlike the delay of
 * the loop, it does not grow with other load. The measurement keeps the loop busy, so do not time `work`.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = workDone();
  let next = setImmediate(function turn() {
    const now = workDone();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return longest;
}
