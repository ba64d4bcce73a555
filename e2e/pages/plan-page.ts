import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** A plan: what it would do, how it goes, what came of it. */
export class PlanPage {
  readonly root: Locator;
  readonly rows: Locator;
  readonly run: Locator;
  readonly lookAgain: Locator;
  readonly cancel: Locator;
  readonly resume: Locator;
  readonly copy: Locator;
  readonly saveText: Locator;
  readonly saveJson: Locator;
  readonly close: Locator;
  readonly progress: Locator;
  /** What came of it, as a whole. */
  readonly end: Locator;
  readonly details: Locator;
  readonly request: Locator;
  readonly openDraft: Locator;
  /** Says that a change between the last read and an update may be overwritten. */
  readonly lastReadWarning: Locator;
  /** Asks for a method for several rows. */
  readonly methodChoice: Locator;
  /** How a webhook changed that a row deletes. */
  readonly changedThere: Locator;
  readonly deleteAnyway: Locator;
  /** Its place in the status bar while it runs. */
  readonly underWay: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Plan', exact: true });
    this.rows = this.root.locator('[data-row]');
    this.run = this.root.locator('#run-plan');
    this.lookAgain = this.root.getByRole('button', { name: 'Look again' }).first();
    this.cancel = this.root.getByRole('button', { name: 'Cancel' });
    this.resume = this.root.getByRole('button', { name: /^Resume / });
    this.copy = this.root.getByRole('button', { name: 'Copy as text' });
    this.saveText = this.root.getByRole('button', { name: 'Save as text' });
    this.saveJson = this.root.getByRole('button', { name: 'Save as JSON' });
    this.close = this.root.getByRole('button', { name: 'Close the plan' });
    this.progress = this.root.getByRole('progressbar', { name: 'Rows done' });
    this.end = this.root
      .getByRole('region', { name: 'Result' })
      .getByRole('status')
      .or(this.root.getByRole('alert'));
    this.details = page.getByRole('region', { name: 'Details of the row' });
    this.request = this.details.getByRole('region', { name: 'Request' });
    this.openDraft = this.details.getByRole('button', { name: 'Open the draft' });
    this.lastReadWarning = this.root.getByText('may be overwritten without notice');
    this.methodChoice = this.root.getByRole('status').filter({ hasText: 'Choose a method for' });
    this.changedThere = this.details.getByRole('region', { name: 'Remote changes' });
    this.deleteAnyway = this.details.getByRole('button', { name: /^Delete anyway/ });
    this.underWay = page.getByRole('contentinfo').getByRole('button', { name: /^Publishing / });
  }

  get ticks(): Grid {
    const boxes = this.root.getByRole('list').getByRole('checkbox');
    return { heads: boxes.first(), cells: boxes };
  }

  /** Chooses the method of the row whose details are shown. */
  useMethod(method: string): Locator {
    return this.details.getByRole('button', { name: `Use ${method}`, exact: true });
  }

  /** Chooses the method of all rows that need another one. */
  useMethodForAll(method: string): Locator {
    return this.methodChoice.getByRole('button', { name: `Use ${method} for all` });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.root.page().getByText(name, { exact: true }) });
  }

  /** Saves the report, and returns its name and text. */
  save(button: Locator): Promise<SavedFile> {
    return outsideOf(this.root.page()).saved(() => button.click());
  }

  tick(label: string): Locator {
    return this.root.getByRole('checkbox', { name: label, exact: true });
  }

  /** The heading of an installation's rows. */
  installation(name: string): Locator {
    return this.root.getByRole('heading', { level: 2, name, exact: true }).locator('..');
  }

  async atOnce(many: number): Promise<void> {
    await this.root.getByLabel('Requests at once to one installation').click();
    await this.root
      .page()
      .getByRole('option', { name: `${many} at once`, exact: true })
      .click();
  }

  async goOnAfterFailures(): Promise<void> {
    await this.root.getByLabel('After a failure').click();
    await this.root.page().getByRole('option', { name: 'Go on after a failure' }).click();
  }
}
