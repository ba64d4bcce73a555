/** Milliseconds that this thread has worked since it began. */
export function workDone(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

/**
 * The longest turn of the event loop during some work, in milliseconds that the thread worked. Other
 * than the delay of the loop, it does not grow where the machine has other things to do. The loop is
 * kept turning for it, so the time that the work takes means nothing here.
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
