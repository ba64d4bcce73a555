import type { Locator, Page } from '@playwright/test';

/** The command palette. */
export class Palette {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: 'Commands' });
  }

  /** The names of the commands below one heading. */
  group(name: string): Locator {
    return this.root.getByRole('group', { name, exact: true }).locator('[role="option"] > .cut');
  }
}
