import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** The import of a file with webhooks: its content and its destination. */
export class BundleImport {
  /** The button in the sidebar. */
  readonly button: Locator;
  readonly overlay: Locator;
  /** The content of the file. */
  readonly file: Locator;
  readonly fileRows: Locator;
  readonly closeFile: Locator;
  readonly passphrase: Locator;
  readonly problem: Locator;
  /** The destination. */
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
    this.closeFile = this.file.getByRole('button', { name: 'Close the file' });
    this.passphrase = this.file.getByLabel('Passphrase', { exact: true });
    this.problem = this.file.getByRole('alert');
    this.where = page.getByRole('region', { name: 'Destination', exact: true });
    this.alsoRemove = this.where.getByRole('switch', { name: /^Include deletions/ });
    this.seePlan = this.where.locator('#go-on-with-bundle');
    this.makeDrafts = this.where.getByRole('button', { name: /^Create [\d,]+ draft/ });
    this.showDrafts = this.where.getByRole('button', { name: 'Show drafts' });
    // Playwright intercepts the file dialog only while a listener exists. A listener that was added
    // together with the click missed one dialog in a hundred.
    page.on('filechooser', () => undefined);
  }

  /** Drops a file onto the window with the events of a drag from the desktop. */
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

  /** Chooses a file in the file dialog that `open` opens. */
  async choose(name: string, text: string, open: () => Promise<void>): Promise<void> {
    const page = this.button.page();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  /** Selects a folder of the disk in the dialog that _Select a folder…_ opens. */
  async chooseFolder(folder: string): Promise<void> {
    const page = this.button.page();
    const open = page.getByRole('button', { name: 'Select a folder…' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open.click()]);
    await chooser.setFiles(folder);
  }

  /** Drops a file or folder of the disk onto the window, as the browser itself reports it. */
  async dropPath(path: string): Promise<void> {
    const page = this.button.page();
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }
    await devtools.detach();
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
