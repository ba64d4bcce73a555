/** Milliseconds; a hidden window does not paint. */
const longestWait = 250;

/** Runs `run` after the next paint or the longest wait; returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    timer = setTimeout(run, 0);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, longestWait);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(timer);
  };
}
