import type { Locator, Page } from '@playwright/test';

/** The page of a window without a session. */
export class KeyPage {
  readonly printedAddress: Locator;
  readonly openHookdesk: Locator;

  constructor(page: Page) {
    this.printedAddress = page.getByLabel('Printed address');
    this.openHookdesk = page.getByRole('button', { name: 'Open Hookdesk' });
  }
}
