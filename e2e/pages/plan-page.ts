import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** A plan: its rows with required input, its run and its report. */
export class PlanPage {
  readonly root: Locator;
  readonly rows: Locator;
  readonly showSecrets: Locator;
  /** The bar below the rows, with the buttons that send. */
  readonly bar: Locator;
  readonly run: Locator;
  /** Sends one row, and pauses. */
  readonly tryFirst: Locator;
  /** Marks the row that `tryFirst` sends. */
  readonly tryMark: Locator;
  readonly list: Locator;
  readonly filterText: Locator;
  /** What read-only installations keep, before the end. */
  readonly leftOut: Locator;
  /** Causes that several rows share, at the heads of the installations. */
  readonly causes: Locator;
  readonly continueRest: Locator;
  readonly sendTest: Locator;
  readonly refresh: Locator;
  readonly cancel: Locator;
  readonly resume: Locator;
  readonly planRest: Locator;
  readonly retryFirst: Locator;
  readonly undoAll: Locator;
  readonly redoAll: Locator;
  /** The button in the details of a row. */
  readonly openWebhook: Locator;
  readonly viewInHistory: Locator;
  readonly notifyMe: Locator;
  readonly close: Locator;
  readonly progress: Locator;
  /** The result of the whole plan. */
  readonly end: Locator;
  readonly details: Locator;
  readonly request: Locator;
  readonly openDraft: Locator;
  /** The form for the secrets of an installation. */
  readonly secrets: Locator;
  /** The warning that an update may overwrite a change since the last read. */
  readonly lastReadWarning: Locator;
  /** The choice of one method for several rows. */
  readonly methodChoice: Locator;
  /** The remote changes of a webhook that a row deletes. */
  readonly changedThere: Locator;
  readonly deleteAnyway: Locator;
  /** The button of a running plan in the status bar. */
  readonly underWay: Locator;
  /** Asks once more before templates with new errors are published. */
  readonly brokenDialog: Locator;
  readonly publishBroken: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Plan', exact: true });
    this.rows = this.root.locator('[data-row]');
    this.bar = this.root.locator('.environment-bar');
    this.run = this.root.locator('#run-plan');
    this.tryFirst = this.root.getByRole('button', { name: /^Try .+ first$/ });
    this.tryMark = page.getByRole('img', { name: 'can be tried first' });
    this.list = this.root.getByRole('list', { name: 'Rows of the plan' });
    this.filterText = this.root.getByLabel('Filter rows by name');
    this.leftOut = this.root.getByRole('list', { name: 'Left out' }).getByRole('listitem');
    this.causes = this.root.getByRole('list', { name: /^Causes on / }).getByRole('listitem');
    this.continueRest = this.root.getByRole('button', { name: /^Continue with the rest/ });
    this.sendTest = this.root.getByRole('button', { name: 'Send a test…' });
    this.refresh = this.root.getByRole('button', { name: 'Refresh' }).first();
    this.cancel = this.root.getByRole('button', { name: 'Cancel' });
    this.resume = this.root.getByRole('button', { name: /^(Retry \d|Send the other)/ });
    this.planRest = this.root.getByRole('button', { name: 'Plan the rest again' });
    this.retryFirst = this.root.getByRole('button', { name: /^Retry .+ first$/ });
    this.undoAll = this.root.getByRole('button', { name: /^Undo( all)?…$/ });
    this.redoAll = this.root.getByRole('button', { name: 'Redo all…' });
    this.openWebhook = page.getByRole('button', { name: 'Open webhook' });
    this.viewInHistory = page.getByRole('button', { name: 'View in History' });
    this.notifyMe = this.root.getByRole('button', { name: 'Notify me' });
    this.close = this.root.getByRole('button', { name: 'Close the plan' });
    this.progress = this.root.getByRole('progressbar', { name: 'Rows done' });
    this.end = this.root.getByRole('region', { name: 'Result' }).getByRole('group');
    this.details = page.getByRole('region', { name: 'Details of the row' });
    this.request = this.details.getByRole('region', { name: 'Request' });
    this.showSecrets = this.details.getByRole('checkbox', { name: 'Show secret values' });
    this.secrets = page.getByRole('region', { name: 'Secrets', exact: true });
    this.openDraft = this.details.getByRole('button', { name: 'Open the draft' });
    this.lastReadWarning = this.root.getByText('could be overwritten');
    this.methodChoice = this.root.getByRole('status').filter({ hasText: 'Select a method for' });
    this.brokenDialog = page.getByRole('dialog', { name: /^Publish \d+ webhook/ });
    this.publishBroken = this.brokenDialog.getByRole('button', { name: 'Publish anyway' });
    this.changedThere = this.details.getByRole('region', { name: 'Remote changes' });
    this.deleteAnyway = this.details.getByRole('button', { name: /^Delete anyway/ });
    this.underWay = page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^(Sending|Cancelling), / });
  }

  /** Scrolls the rows by pixels, as a mouse wheel does. */
  async scroll(by: number): Promise<void> {
    await this.list.hover();
    await this.root.page().mouse.wheel(0, by);
  }

  get ticks(): Grid {
    const boxes = this.root.getByRole('list').getByRole('checkbox');
    return { heads: boxes.first(), cells: boxes };
  }

  /** A choice in the details of a row. */
  option(name: string | RegExp): Locator {
    return this.details.getByRole('radio', { name });
  }

  /** The filter button of a kind of rows, such as `Delete`. */
  filter(name: string): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) });
  }

  /** The button beside an installation, such as `Enter 1 secret`. */
  enterSecrets(installation: string): Locator {
    return this.installation(installation).getByRole('button', { name: /^Enter / });
  }

  async giveSecret(name: string, value: string, remember = false): Promise<void> {
    const form = this.root.page().getByRole('form', { name: `Secret ${name}` });
    await form.getByLabel(name, { exact: true }).fill(value);
    if (remember) await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Use secret' }).click();
    await form.waitFor({ state: 'detached' });
  }

  /** The button that sets this method in all rows that need one. */
  useMethodForAll(method: string): Locator {
    return this.methodChoice.getByRole('button', { name: `Use ${method} for all` });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.root.page().getByText(name, { exact: true }) });
  }

  /** The button for the menu of a row. */
  moreFor(name: string): Locator {
    return this.root.getByRole('button', { name: `More for ${name}`, exact: true });
  }

  async report(item: 'Copy as text' | 'Save as text' | 'Save as JSON'): Promise<void> {
    await this.root.getByRole('button', { name: 'Report', exact: true }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
  }

  /** Saves the report, and returns its name and text. */
  save(item: 'Save as text' | 'Save as JSON'): Promise<SavedFile> {
    return outsideOf(this.root.page()).saved(() => this.report(item));
  }

  tick(label: string): Locator {
    return this.root.getByRole('checkbox', { name: label, exact: true });
  }

  /** The heading line of an installation. */
  installation(name: string): Locator {
    const heading = this.root.page().getByRole('heading', { level: 2, name, exact: true });
    return this.root.getByRole('listitem').filter({ has: heading });
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
    await this.root.page().getByRole('option', { name: 'Continue after a failure' }).click();
  }
}
