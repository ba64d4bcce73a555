import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** A file with webhooks: its content and its destination. */
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

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^Bundles/ });
    this.overlay = page.getByText('Drop to open. Nothing is sent.');
    this.file = page.getByRole('region', { name: 'Bundle', exact: true });
    this.fileRows = this.file
      .getByRole('list', { name: 'Webhooks of the file' })
      .locator('[data-at]');
    this.passphrase = this.file.getByLabel('Passphrase', { exact: true });
    this.problem = this.file.getByRole('alert');
    this.where = page.getByRole('region', { name: 'Destination', exact: true });
    this.alsoRemove = this.where.getByRole('switch', { name: /^Include deletions/ });
    this.seePlan = this.where.locator('#go-on-with-bundle');
    this.makeDrafts = this.where.getByRole('button', { name: /^Create [\d,]+ draft/ });
    this.showDrafts = this.where.getByRole('button', { name: 'Show drafts' });
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
      heads: this.file.getByRole('checkbox', { name: / selected$/ }),
      cells: this.fileRows.getByRole('checkbox'),
    };
  }

  fileTick(name: string): Locator {
    return this.file.getByRole('checkbox', { name, exact: true });
  }

  target(name: string): Locator {
    return this.where.getByRole('checkbox', { name, exact: true });
  }
}
