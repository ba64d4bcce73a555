import type { Locator, Page } from '@playwright/test';

export class DeleteDialog {
  readonly root: Locator;
  readonly confirm: Locator;
  /** How the webhook changed on the installation since it was shown. */
  readonly changedThere: Locator;
  readonly deleteAnyway: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Delete / });
    this.confirm = this.root.getByRole('button', { name: /^Delete on / });
    this.changedThere = this.root.getByRole('region', { name: 'Remote changes' });
    this.deleteAnyway = this.root.getByRole('button', { name: 'Delete anyway' });
    this.cancel = this.root.getByRole('button', { name: 'Cancel' });
  }
}
