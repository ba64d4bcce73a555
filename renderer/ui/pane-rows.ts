/** Returns the element that takes the keys of a pane's rows. */
export const rowsOf = (pane: Element | null | undefined): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[role="grid"], [data-row][tabindex="0"]') ?? null;

export const mainPane = (): Element | null => document.querySelector('main .pane');

export const mainRows = (): HTMLElement | null => rowsOf(mainPane());

export const mainSearch = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(
    'main .pane :is(input[type="search"], [role="search"] input[role="combobox"])',
  );
