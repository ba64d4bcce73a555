import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';
import { outsideOf, type SavedFile } from '../fixtures/outside.ts';

/** The requests sent to installations, and their undo. */
export class HistoryPane {
  readonly root: Locator;
  /** The button in the sidebar. */
  readonly button: Locator;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly filter: Locator;
  readonly scope: Locator;
  /** The actions for selected entries. */
  readonly chosen: Locator;
  readonly compare: Locator;
  readonly undo: Locator;
  readonly foot: Locator;
  readonly entry: Locator;
  readonly changes: Locator;
  readonly request: Locator;
  readonly undoEntry: Locator;
  readonly candidates: Locator;
  readonly comparison: Locator;
  readonly exporting: Locator;

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^History/ });
    this.root = page.getByRole('region', { name: 'History', exact: true });
    this.grid = this.root.getByRole('grid', { name: 'Entries' });
    this.rows = this.grid.locator('[role="row"][aria-selected]');
    this.filter = this.root.getByRole('searchbox', { name: 'Filter History' });
    this.scope = this.root.getByRole('button', { name: /^Only / });
    this.chosen = this.root.getByRole('region', { name: 'Selected entries' });
    this.compare = this.chosen.getByRole('button', { name: 'Compare' });
    this.undo = this.chosen.getByRole('button', { name: 'Undo…' });
    this.foot = this.root.locator('footer');
    this.entry = page.getByRole('region', { name: 'Entry', exact: true });
    this.changes = this.entry.getByRole('region', { name: 'What changed' });
    this.request = this.entry.getByRole('region', { name: 'Request' });
    this.candidates = this.entry.getByRole('group', {
      name: 'New webhooks on the installation',
    });
    this.undoEntry = this.entry.getByRole('button', { name: 'Undo…' });
    this.comparison = page.getByRole('region', { name: 'Comparison' });
    this.exporting = page.getByRole('dialog', { name: 'Export History' });
  }

  /** All columns except the outcome, which is right-aligned. */
  get columns(): Grid {
    const cells = '[role="gridcell"]:not(:last-child)';
    return { heads: this.rows.first().locator(cells), cells: this.rows.locator(cells) };
  }

  get changedColumns(): Grid {
    return {
      heads: this.changes.locator('thead :is(th, td)'),
      cells: this.changes.locator('tbody :is(th, td)'),
    };
  }

  /** The entry of this action and webhook name, such as `Update`, `Pager night`. */
  row(action: 'Create' | 'Update' | 'Delete', name: string): Locator {
    const page = this.root.page();
    return this.rows
      .filter({ has: page.getByTitle(action, { exact: true }) })
      .filter({ has: page.getByText(name, { exact: true }) });
  }

  /** The button that selects all entries of the filter. */
  selectMatching(count: number): Locator {
    return this.root.getByRole('button', { name: `Select all ${count} matching`, exact: true });
  }

  async open(action: 'Create' | 'Update' | 'Delete', name: string): Promise<void> {
    await this.row(action, name).click();
    await this.entry.getByRole('heading', { name: `${action} “${name}”` }).waitFor();
  }

  tick(action: 'Create' | 'Update' | 'Delete', name: string): Locator {
    return this.row(action, name).getByRole('checkbox');
  }

  async choose(what: 'Installation' | 'Result' | 'Period', option: string): Promise<void> {
    await this.root.getByLabel(what, { exact: true }).click();
    await this.root.page().getByRole('option', { name: option }).click();
  }

  /** Saves the whole History to a file, and returns its name and text. */
  async export(): Promise<SavedFile> {
    await this.root.getByRole('button', { name: 'Export…' }).click();
    const save = this.exporting.getByRole('button', { name: 'Export…' });
    return outsideOf(this.root.page()).saved(() => save.click());
  }
}
