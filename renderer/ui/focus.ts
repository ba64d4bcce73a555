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

/** Returns the element that takes the keys of a pane's rows. */
export const rowsOf = (pane: Element | null | undefined): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[role="grid"], [data-row][tabindex="0"]') ?? null;

export const mainPane = (): Element | null => document.querySelector('main .pane');

export const mainRows = (): HTMLElement | null => rowsOf(mainPane());

export const mainSearch = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(
    'main .pane :is(input[type="search"], [role="search"] input[role="combobox"])',
  );

/** Also works inside a shadow root. */
export function blurFocused(): void {
  let focused = document.activeElement;
  for (;;) {
    const inner = focused?.shadowRoot?.activeElement ?? null;
    if (inner === null) break;
    focused = inner;
  }
  if (focused instanceof HTMLElement) focused.blur();
}
