import type { Locator, Page } from '@playwright/test';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** Imports installations from a file. */
export class ImportDialog {
  readonly root: Locator;
  readonly entries: Locator;
  readonly problem: Locator;
  readonly import: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: 'Import installations' });
    this.entries = this.root
      .getByRole('list', { name: 'Installations in the file' })
      .getByRole('listitem');
    this.problem = this.root.getByRole('alert');
    this.import = this.root.getByRole('button', { name: /^Import/ });
  }

  tick(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true });
  }

  async choose(name: string, text: string): Promise<void> {
    await this.root
      .getByLabel(/^Select (a|another) file…$/)
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }
}

/** Exports installations to a file. */
export class ExportDialog {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: 'Export installations' });
  }

  tick(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true });
  }

  /** Saves the file, and returns its name and text. */
  save(): Promise<SavedFile> {
    const save = this.root.getByRole('button', { name: 'Export…' });
    return outsideOf(this.root.page()).saved(() => save.click());
  }
}
