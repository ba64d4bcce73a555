import type { Locator, Page } from '@playwright/test';

/** The dialog to trust or decline the certificate of an installation. */
export class CertificateDialog {
  readonly root: Locator;
  readonly shown: Locator;
  readonly before: Locator;
  readonly now: Locator;
  readonly trust: Locator;
  readonly trustNew: Locator;
  readonly asked: Locator;
  readonly decline: Locator;
  readonly keep: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /certificate/ });
    this.shown = this.root.getByRole('region', { name: 'Certificate', exact: true });
    this.before = this.root.getByRole('region', { name: 'Previously trusted' });
    this.now = this.root.getByRole('region', { name: 'Presented now' });
    this.trust = this.root.getByRole('button', { name: 'Trust this certificate' });
    this.trustNew = this.root.getByRole('button', { name: 'Trust the new certificate' });
    this.asked = this.root.getByRole('checkbox', { name: /confirmed the replacement/ });
    this.decline = this.root.getByRole('button', { name: 'Do not trust' });
    this.keep = this.root.getByRole('button', { name: 'Keep the old certificate' });
  }
}
