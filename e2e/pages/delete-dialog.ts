import type { Locator, Page } from '@playwright/test';

export class DeleteDialog {
  readonly root: Locator;
  readonly confirm: Locator;
  readonly keep: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Delete / });
    this.confirm = this.root.getByRole('button', { name: /^Delete on / });
    this.keep = this.root.getByRole('button', { name: 'Keep it' });
  }
}
