/**
 * Puts the focus where a person goes on, if what had it has gone with the view before; a field that
 * somebody is in keeps it.
 *
 * @param find the element, once it is drawn
 */
export function takeLostFocus(find: () => HTMLElement | null | undefined): () => void {
  let frame = requestAnimationFrame(() => {
    // Lists draw their rows a frame after they know their height.
    frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
    });
  });
  return () => {
    cancelAnimationFrame(frame);
  };
}
