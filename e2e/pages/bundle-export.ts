import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** The export page: the chosen webhooks, their secrets, and the file. */
export class BundleExportPage {
  readonly root: Locator;
  readonly file: Locator;
  /** Reads the chosen webhooks, and finds their secrets. */
  readonly next: Locator;
  readonly change: Locator;
  readonly close: Locator;
  readonly secrets: Locator;
  readonly search: Locator;
  /** Opens and closes the list of texts that stay in the file. */
  readonly plainTextsToggle: Locator;
  readonly plainTexts: Locator;
  readonly save: Locator;
  readonly sealed: Locator;
  readonly withAddress: Locator;
  readonly passphrase: Locator;
  readonly again: Locator;
  /** Secrets that the written file still contains. */
  readonly leaks: Locator;
  readonly saveAnyway: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Export', exact: true });
    this.file = page.getByRole('region', { name: 'The file', exact: true });
    this.next = this.root.getByRole('button', { name: 'Find secrets' });
    this.change = this.root.getByRole('button', { name: 'Edit selection…' });
    this.close = this.root.getByRole('button', { name: 'Close the export' });
    this.secrets = this.root.getByRole('list', { name: 'Secrets' });
    this.search = this.root.getByRole('searchbox', { name: 'Search secrets' });
    this.plainTextsToggle = this.root.getByRole('button', { name: 'What stays in the file' });
    this.plainTexts = this.root.getByRole('list', { name: 'What stays in the file' });
    this.save = this.file.getByRole('button', { name: /^Save( again)?…$/ });
    this.sealed = this.file.getByRole('switch', { name: 'Encrypt with a passphrase' });
    this.withAddress = this.file.getByRole('switch', { name: 'Include installation URLs' });
    this.passphrase = this.file.getByLabel('Passphrase', { exact: true });
    this.again = this.file.getByLabel('Repeat passphrase', { exact: true });
    this.leaks = this.file.getByRole('list', { name: 'What should not be in the file' });
    this.saveAnyway = this.file.getByRole('button', { name: 'Save anyway' });
  }

  /** The switch and the text of each secret. */
  get columns(): Grid {
    const cells = this.secrets.locator('[data-secret], [role="switch"]');
    return {
      heads: this.secrets.getByRole('listitem').first().locator('[data-secret], [role="switch"]'),
      cells,
    };
  }

  /** The switch of a secret; on if the file does not contain the secret. */
  takeOut(name: string): Locator {
    return this.secrets.getByRole('switch', { name: `Remove ${name} from the file`, exact: true });
  }

  /** Opens and closes the details of a secret. */
  secret(name: string): Locator {
    return this.secrets.locator(`[data-secret="${name}"]`);
  }

  show(name: string): Locator {
    return this.secrets.getByRole('button', { name: `Show ${name}`, exact: true });
  }

  /** @param what a text in the file, such as `the header X-Team` or a host */
  markAsSecret(what: string): Locator {
    return this.plainTexts.getByRole('button', { name: `Mark as secret: ${what}`, exact: true });
  }

  unmark(name: string): Locator {
    return this.secrets.getByRole('button', { name: `Unmark ${name}`, exact: true });
  }

  choose(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true });
  }

  format(name: 'Bundle' | 'JSON as the service returns it' | 'Table (CSV)'): Locator {
    return this.file.getByRole('radio', { name });
  }

  variant(variant: 'A' | 'B'): Locator {
    return this.file.getByRole('radio', { name: `Variant ${variant}` });
  }

  /** Saves the file, and returns its name and text. */
  saved(by: () => Promise<void> = () => this.save.click()): Promise<SavedFile> {
    return outsideOf(this.root.page()).saved(by);
  }
}
