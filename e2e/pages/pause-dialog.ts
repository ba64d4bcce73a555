import type { Locator, Page } from '@playwright/test';

/** Asks until when selected webhooks are paused. */
export class PauseDialog {
  readonly root: Locator;
  readonly reason: Locator;
  readonly end: Locator;
  readonly begin: Locator;
  readonly later: Locator;
  readonly resumesItself: Locator;
  /** When the pause begins and ends, or what is wrong. */
  readonly summary: Locator;
  readonly review: Locator;
  readonly schedule: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Pause [\d,]+ webhooks?$/ });
    this.reason = this.root.getByLabel('Reason');
    this.end = this.root.getByLabel('Day and time of the end');
    this.later = this.root.getByRole('checkbox', { name: 'Begin later' });
    this.begin = this.root.getByLabel('Day and time of the beginning');
    this.resumesItself = this.root.getByRole('checkbox', { name: /^Resume by itself/ });
    this.summary = this.root.getByRole('status').last();
    this.review = this.root.getByRole('button', { name: 'Review the pause…' });
    this.schedule = this.root.getByRole('button', { name: 'Schedule the pause' });
  }

  /** A usual end, or one of the two times when the clock changes. */
  option(name: string): Locator {
    return this.root.getByRole('radio', { name, exact: true });
  }
}
