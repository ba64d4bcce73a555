import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** A file with webhooks: what is in it, what it would do on installations, and what is decided. */
export class BundleImport {
  /** Its button in the sidebar. */
  readonly button: Locator;
  readonly overlay: Locator;
  /** What is in the file. */
  readonly file: Locator;
  readonly fileRows: Locator;
  readonly passphrase: Locator;
  readonly problem: Locator;
  /** Where it is to go. */
  readonly where: Locator;
  readonly alsoRemove: Locator;
  readonly seePlan: Locator;
  readonly makeDrafts: Locator;
  readonly showDrafts: Locator;
  /** What it would do. */
  readonly review: Locator;
  readonly rows: Locator;
  readonly lookAgain: Locator;
  readonly goOn: Locator;
  readonly back: Locator;
  readonly details: Locator;
  readonly request: Locator;
  readonly secrets: Locator;

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^Bundles/ });
    this.overlay = page.getByText('Drop to read it. Nothing is sent.');
    this.file = page.getByRole('region', { name: 'Bundle', exact: true });
    this.fileRows = this.file
      .getByRole('list', { name: 'Webhooks of the file' })
      .locator('[data-at]');
    this.passphrase = this.file.getByLabel('Passphrase', { exact: true });
    this.problem = this.file.getByRole('alert');
    this.where = page.getByRole('region', { name: 'What to do with it' });
    this.alsoRemove = this.where.getByRole('switch', { name: /^Also list what/ });
    this.seePlan = this.where.locator('#go-on-with-bundle');
    this.makeDrafts = this.where.getByRole('button', { name: /^Make [\d,]+ draft/ });
    this.showDrafts = this.where.getByRole('button', { name: 'Show the drafts' });
    this.review = page.getByRole('region', { name: 'What the file would do' });
    this.rows = this.review.locator('[data-row]');
    this.lookAgain = this.review.getByRole('button', { name: 'Look again' }).first();
    this.goOn = this.review.locator('#go-on-with-bundle');
    this.back = this.review.getByRole('button', { name: 'Back to the file' });
    this.details = page.getByRole('region', { name: 'Details of the row' });
    this.request = this.details.getByRole('region', { name: 'Request' });
    this.secrets = page.getByRole('region', { name: 'Secrets', exact: true });
    // While somebody listens, Chromium's dialog is caught. Who only begins to with the press that
    // opens it is too late at times: one in a hundred dialogs was not caught then.
    page.on('filechooser', () => undefined);
  }

  /** Drops a file onto the middle of the window, the way the desktop does. */
  async drop(name: string, text: string): Promise<void> {
    const page = this.button.page();
    const files = await page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], fileName, { type: 'application/json' }));
        return transfer;
      },
      [name, text] as const,
    );
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: files });
    await this.overlay.waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: files });
    await this.overlay.waitFor({ state: 'detached' });
  }

  /** Chooses a file with the system's dialog, which a control opens. */
  async choose(name: string, text: string, open: () => Promise<void>): Promise<void> {
    const page = this.button.page();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  get fileTicks(): Grid {
    return {
      heads: this.file.getByRole('checkbox', { name: / ticked$/ }),
      cells: this.fileRows.getByRole('checkbox'),
    };
  }

  get reviewTicks(): Grid {
    const boxes = this.review.getByRole('list').getByRole('checkbox');
    return { heads: boxes.first(), cells: boxes };
  }

  fileTick(name: string): Locator {
    return this.file.getByRole('checkbox', { name, exact: true });
  }

  target(name: string): Locator {
    return this.where.getByRole('checkbox', { name, exact: true });
  }

  /** The row of a webhook; of several of one name, the one on the installation that stands first. */
  row(name: string): Locator {
    return this.rows.filter({ has: this.review.page().getByText(name, { exact: true }) });
  }

  tick(label: string): Locator {
    return this.review.getByRole('checkbox', { name: label, exact: true });
  }

  kind(name: string): Locator {
    return this.review.getByRole('button', { name: new RegExp(`^${name} \\d`) });
  }

  /** What is said of the row in sight, or chosen for it. */
  option(name: string | RegExp): Locator {
    return this.details.getByRole('radio', { name });
  }

  async giveSecret(name: string, value: string, remember = false): Promise<void> {
    const form = this.review.page().getByRole('form', { name: `Secret ${name}` });
    await form.getByLabel(name, { exact: true }).fill(value);
    if (remember) await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Use it' }).click();
    await form.waitFor({ state: 'detached' });
  }
}
