import type { Locator, Page } from '@playwright/test';

/** Selects the installations that webhooks are copied to. */
export class CopyToDialog {
  readonly root: Locator;
  readonly search: Locator;
  readonly targets: Locator;
  readonly review: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Copy \d+ webhooks? to other installations$/ });
    this.search = this.root.getByLabel('Search installations');
    this.targets = this.root.getByRole('list', { name: 'Installations' }).getByRole('listitem');
    this.review = this.root.getByRole('button', { name: /^Review / });
  }

  target(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true });
  }
}
