import type { Locator, Page } from '@playwright/test';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** The comparison of installations with a reference. */
export class ComparePane {
  /** The button in the sidebar. */
  readonly button: Locator;
  readonly root: Locator;
  readonly start: Locator;
  readonly grid: Locator;
  readonly heads: Locator;
  readonly rows: Locator;
  readonly showSecrets: Locator;
  readonly filter: Locator;
  readonly show: Locator;
  readonly refresh: Locator;
  readonly ignored: Locator;
  readonly details: Locator;
  /** Asks for the installations to compare with. */
  readonly dialog: Locator;

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: 'Compare' });
    this.root = page.getByRole('region', { name: 'Compare', exact: true });
    this.start = this.root.getByRole('button', { name: /^Compare \d+ installation/ });
    this.grid = this.root.getByRole('grid', { name: 'Compared webhooks' });
    this.heads = this.grid.locator('.matrix-moving [role="columnheader"]');
    this.rows = this.grid.locator('[role="row"][aria-selected]');
    this.filter = this.root.getByRole('searchbox', { name: 'Filter by name' });
    this.show = this.root.getByLabel('Show webhooks');
    this.refresh = this.root.getByRole('button', { name: 'Refresh' }).first();
    this.ignored = this.root.getByRole('list', { name: 'Ignored fields' });
    this.details = page.getByRole('region', { name: 'Compared webhook' });
    this.showSecrets = this.details.getByRole('checkbox', { name: 'Show secret values' });
    this.dialog = page.getByRole('dialog', { name: /^Compare .* with$/ });
  }

  /** The control that selects the reference at the start. */
  get reference(): Locator {
    return this.root.getByLabel('Reference', { exact: true });
  }

  get passphrase(): Locator {
    return this.root.getByLabel('Passphrase', { exact: true });
  }

  target(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true });
  }

  async refer(option: RegExp): Promise<void> {
    await this.reference.click();
    await this.root.page().getByRole('option', { name: option }).click();
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.root.page().getByText(name, { exact: true }) });
  }

  /** The cells of a row, in the order of the columns. */
  cells(name: string): Locator {
    return this.row(name).locator('[data-column]');
  }

  part(label: string): Locator {
    return this.details.getByRole('region', { name: label, exact: true });
  }

  async showOnly(option: RegExp): Promise<void> {
    await this.show.click();
    await this.root.page().getByRole('option', { name: option }).click();
  }

  async makeAllAlike(item: RegExp): Promise<void> {
    await this.root.getByRole('button', { name: 'Match to the reference' }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
  }

  async export(format: 'CSV' | 'Markdown' | 'HTML'): Promise<SavedFile> {
    const page = this.root.page();
    await this.root.getByRole('button', { name: 'Export the comparison' }).click();
    const item = page.getByRole('menuitem', { name: `Export as ${format}` });
    return outsideOf(page).saved(() => item.click());
  }
}
