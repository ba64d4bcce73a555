import type { Locator, Page } from '@playwright/test';

/** Which alerts reach which webhooks of an installation. */
export class CoveragePane {
  readonly root: Locator;
  readonly targets: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Coverage' });
    this.targets = this.root.getByRole('listitem').filter({ hasText: 'send to the same URL' });
  }

  level(name: 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED' | 'Jobs'): Locator {
    return this.root.getByRole('region', { name });
  }
}
