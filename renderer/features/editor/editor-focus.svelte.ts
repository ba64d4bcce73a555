/** Moves the focus into the editor as soon as its content is drawn. */
export class EditorFocus {
  #from: Element | null = null;
  isRequested = $state(false);

  request(): void {
    this.#from = document.activeElement;
    this.isRequested = true;
  }

  /** Leaves the focus alone if the user moved it after the request. */
  take(editor: HTMLElement): void {
    const { activeElement } = document;
    const isUnmoved = activeElement === document.body || activeElement === this.#from;
    this.isRequested = false;
    this.#from = null;
    if (isUnmoved || editor.contains(activeElement)) firstOf(editor)?.focus();
  }
}

/** The result of a review, the first field, or the selected tab. */
function firstOf(editor: HTMLElement): HTMLElement | null {
  const selectors = [
    '[data-result]',
    '[role="tabpanel"][data-state="active"] input[data-field]',
    '[role="tab"][data-state="active"]',
    'button',
  ];
  const found = selectors.map((selector) => editor.querySelector<HTMLElement>(selector));
  return found.find((element) => element !== null) ?? null;
}
