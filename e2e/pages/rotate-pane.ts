import type { Locator, Page } from '@playwright/test';

/** Finds a value in all webhooks, and rotates it. */
export class RotatePane {
  readonly root: Locator;
  readonly value: Locator;
  readonly newValue: Locator;
  readonly find: Locator;
  readonly review: Locator;
  /** The heading with the number of webhooks that contain the value. */
  readonly found: Locator;
  readonly problem: Locator;
  readonly anotherValue: Locator;
  readonly refreshMissing: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Find where a secret is used' });
    this.value = this.root.getByLabel('Value', { exact: true });
    this.newValue = this.root.getByLabel('New value', { exact: true });
    this.find = this.root.getByRole('button', { name: 'Find', exact: true });
    this.review = this.root.getByRole('button', { name: /^Review \d+ changes?…$/ });
    this.found = this.root.getByRole('heading', { level: 2 });
    this.problem = this.root.getByRole('alert');
    this.anotherValue = this.root.getByRole('button', { name: 'Another value' });
    this.refreshMissing = this.root.getByRole('button', { name: /^Refresh \d+ installation/ });
    this.close = this.root.getByRole('button', { name: 'Close' });
  }

  holders(installation: string): Locator {
    return this.root.getByRole('region', { name: installation }).getByRole('listitem');
  }
}
