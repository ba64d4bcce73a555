import type { Locator, Page } from '@playwright/test';

/** The custom placeholders of an installation. */
export class TokensDialog {
  readonly root: Locator;
  readonly add: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Placeholders of/ });
    this.add = this.root.getByRole('button', { name: 'Add a placeholder' });
    this.save = this.root.getByRole('button', { name: 'Save' });
  }

  field(part: 'Name' | 'Meaning' | 'Sample', row: number): Locator {
    return this.root.getByLabel(`${part} of placeholder ${row}`);
  }
}
