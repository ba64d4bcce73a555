import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** Shows which webhooks receive which alerts. */
export class CoveragePane {
  readonly root: Locator;
  readonly targets: Locator;
  /** The coverage of all installations. */
  readonly ofAll: Locator;
  /** The button in the sidebar. */
  readonly button: Locator;
  readonly onlyGaps: Locator;
  readonly showAll: Locator;
  readonly refreshAll: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Coverage', exact: true });
    this.ofAll = page.getByRole('region', { name: 'Coverage of all installations' });
    this.button = page.getByRole('navigation', { name: 'Work' }).getByRole('button', {
      name: 'Coverage',
    });
    this.onlyGaps = this.ofAll.getByRole('button', { name: 'Only gaps' });
    this.showAll = this.root.getByRole('button', { name: 'Show all installations' });
    this.refreshAll = this.ofAll.getByRole('button', { name: 'Refresh all' });
    this.targets = this.root.getByRole('listitem').filter({ hasText: 'send to the same URL' });
  }

  /** The levels and their receivers. */
  get columns(): Grid {
    const levels = this.root.getByRole('region');
    const cells = ':scope > :is(h3, ul, p)';
    return { heads: levels.first().locator(cells), cells: levels.locator(cells) };
  }

  /** The cells of an installation: LOW, MEDIUM, HIGH, CLEARED, jobs and its age. */
  installation(name: string): Locator {
    const head = this.ofAll.page().getByRole('rowheader').filter({ hasText: name });
    return this.ofAll.getByRole('row').filter({ has: head }).getByRole('cell');
  }

  level(name: 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED' | 'Jobs'): Locator {
    return this.root.getByRole('region', { name });
  }
}
