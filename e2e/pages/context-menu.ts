import type { Locator, Page } from '@playwright/test';

/** The menu of a row, opened by the right button or the menu key. */
export class ContextMenu {
  readonly #page: Page;
  readonly root: Locator;
  readonly items: Locator;
  /** The items without their shortcuts. */
  readonly labels: Locator;

  constructor(page: Page) {
    this.#page = page;
    // One that was just closed may stand beside it for a moment.
    this.root = page.locator('[role="menu"][data-state="open"]');
    this.items = this.root.getByRole('menuitem');
    this.labels = this.items.locator('> span');
  }

  async open(row: Locator): Promise<void> {
    await row.click({ button: 'right' });
    await this.root.waitFor();
  }

  /** Opens the menu of the row or button that has the focus. `Enter` is for buttons. */
  async openByKey(key: 'ContextMenu' | 'Shift+F10' | 'Enter'): Promise<void> {
    await this.#page.keyboard.press(key);
    // The next key belongs to the menu once it has the focus.
    await this.#page.waitForFunction(() => document.activeElement?.closest('[role=menu]') != null);
  }

  async choose(row: Locator, item: string): Promise<void> {
    await this.open(row);
    await this.root.getByRole('menuitem', { name: item, exact: true }).click();
  }
}
