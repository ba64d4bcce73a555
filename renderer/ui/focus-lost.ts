/** For an element that takes the focus when it appears, if nothing has it. */
export const takesLostFocus = (element: HTMLElement): (() => void) => takeLostFocus(() => element);

/** A focused field keeps the focus. @param find returns the element, once it is drawn */
export function takeLostFocus(find: () => HTMLElement | null | undefined): () => void {
  let frame = requestAnimationFrame(() => {
    // Lists draw their rows one frame after they know their height.
    frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
    });
  });
  return () => {
    cancelAnimationFrame(frame);
  };
}
