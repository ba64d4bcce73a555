/**
 * Does something once what has changed so far is painted, and not before; returns how to call it off.
 * A window out of sight paints nothing: there it is done after `longest` milliseconds.
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
