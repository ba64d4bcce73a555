import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** Which alerts reach which webhooks of an installation. */
export class CoveragePane {
  readonly root: Locator;
  readonly targets: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Coverage' });
    this.targets = this.root.getByRole('listitem').filter({ hasText: 'send to the same URL' });
  }

  /** The levels, and what receives them. */
  get columns(): Grid {
    const levels = this.root.getByRole('region');
    const cells = ':scope > :is(h3, ul, p)';
    return { heads: levels.first().locator(cells), cells: levels.locator(cells) };
  }

  level(name: 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED' | 'Jobs'): Locator {
    return this.root.getByRole('region', { name });
  }
}
