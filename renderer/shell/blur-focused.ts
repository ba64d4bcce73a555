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
