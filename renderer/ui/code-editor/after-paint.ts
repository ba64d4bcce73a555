/**
 * Runs `run` after the next paint; returns a function that cancels it.
 * A hidden window does not paint: there it runs after `longest` milliseconds.
 */
export function afterPaint(run: () => void, longest = 250): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    timer = setTimeout(run, 0);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, longest);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(timer);
  };
}
