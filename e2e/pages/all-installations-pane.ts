import type { Locator, Page } from '@playwright/test';

/** The list of webhooks of all installations. */
export class AllInstallationsPane {
  readonly button: Locator;
  readonly root: Locator;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly tickAll: Locator;
  readonly field: Locator;
  readonly suggestions: Locator;
  /** The number of searched installations, and the age of their data. */
  readonly coverage: Locator;
  readonly pin: Locator;
  readonly unpin: Locator;
  readonly refreshAll: Locator;
  readonly selected: Locator;
  readonly disableSelected: Locator;
  /** Rows that are not loaded yet. */
  readonly loading: Locator;

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Search' })
      .getByRole('button', { name: 'All installations' });
    this.root = page.getByRole('region', { name: 'All installations' });
    this.grid = this.root.getByRole('grid', { name: 'Webhooks of all installations' });
    this.rows = this.grid.locator('[role="row"][aria-selected]');
    this.tickAll = this.grid.getByRole('checkbox', { name: 'Select all shown webhooks' });
    this.field = this.root.getByRole('combobox', { name: 'Search all installations' });
    this.suggestions = this.root.getByRole('option');
    this.coverage = this.root.getByRole('group', { name: 'What is searched' });
    this.pin = this.root.getByRole('button', { name: 'Pin this search' });
    this.unpin = this.root.getByRole('button', { name: 'Unpin this search' });
    this.refreshAll = this.coverage.getByRole('button', { name: 'Refresh all' });
    this.selected = this.root.getByRole('region', { name: 'Selected webhooks' });
    this.loading = this.grid.getByRole('checkbox', { name: 'This webhook is loading' });
    this.disableSelected = this.selected.getByRole('button', { name: 'Disable…' });
  }

  row(name: string, installation: string): Locator {
    const page = this.root.page();
    return this.rows
      .filter({ has: page.getByText(name, { exact: true }) })
      .filter({ has: page.getByText(installation, { exact: true }) });
  }

  /** Counted from 1. */
  rowAt(place: number): Locator {
    return this.grid.locator(`[aria-rowindex="${place + 1}"]`);
  }

  tick(name: string, installation: string): Locator {
    return this.row(name, installation).getByRole('checkbox');
  }

  async deleteSelected(): Promise<void> {
    await this.selected.getByRole('button', { name: 'More for selected webhooks' }).click();
    await this.root.page().getByRole('menuitem', { name: 'Delete…' }).click();
  }

  /** The number of rows, in view or not. */
  async count(): Promise<number> {
    return Number(await this.grid.getAttribute('aria-rowcount')) - 1;
  }
}
