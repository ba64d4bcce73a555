/**
 * How long after a window was kept from closing it may close by itself, in milliseconds. Its page waits
 * for at most 3 s until edits are on disk, and then closes it again.
 */
const second = 5_000;

/**
 * Whether a person is to be asked when a page keeps its window from closing. The first time it may only
 * have edits on their way to the disk, and closes the window itself when they are there; where it is kept
 * from closing again, they would be lost.
 *
 * @param now milliseconds, as `performance.now()` has them
 */
export function leaving(now: () => number = () => performance.now()): () => boolean {
  let kept = -Infinity;
  return () => {
    const isSecond = now() - kept < second;
    kept = isSecond ? -Infinity : now();
    return isSecond;
  };
}
