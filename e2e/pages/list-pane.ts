import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** The webhooks of one installation. */
export class ListPane {
  readonly root: Locator;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly tickAll: Locator;
  readonly filter: Locator;
  readonly payloadTypeFilter: Locator;
  readonly newWebhook: Locator;
  readonly readAgain: Locator;
  readonly newDrafts: Locator;
  /** Shown until a newcomer opens a webhook. */
  readonly nextStep: Locator;
  readonly problem: Locator;
  /** The note about read-only webhooks, with the reason. */
  readonly unaddressable: Locator;
  /** The actions for selected webhooks. */
  readonly chosen: Locator;
  readonly moreForChosen: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: /^Webhooks of / });
    this.grid = this.root.getByRole('grid', { name: 'Webhooks' });
    this.rows = this.grid.locator('[role="row"][aria-selected]');
    this.tickAll = this.grid.getByRole('checkbox', { name: 'Select all shown webhooks' });
    this.filter = this.root.getByRole('searchbox', { name: 'Filter webhooks' });
    this.payloadTypeFilter = this.root.getByRole('combobox', { name: 'Payload type' });
    this.newWebhook = this.root.getByRole('button', { name: 'New', exact: true });
    // The first button is in the header. An error message below has the same button.
    this.readAgain = this.root.getByRole('button', { name: 'Refresh' }).first();
    this.nextStep = this.root.getByRole('note', { name: 'Next step' });
    this.newDrafts = this.root.getByRole('list', { name: 'Drafts of new webhooks' });
    this.chosen = this.root.getByRole('region', { name: 'Selected webhooks' });
    this.moreForChosen = this.chosen.getByRole('button', { name: 'More for selected webhooks' });
    this.problem = this.root.getByRole('alert');
    this.unaddressable = this.root.getByRole('status').filter({ hasText: 'can only be read' });
  }

  /** Chooses items of the menu for columns and row height, which stays open between them. */
  async arrange(...items: string[]): Promise<void> {
    const page = this.root.page();
    await this.root.getByRole('button', { name: 'Columns and row height' }).click();
    const menu = page.getByRole('menu', { name: 'Columns and row height' });
    for (const name of items) {
      const item = { name, exact: true };
      await menu
        .getByRole('menuitem', item)
        .or(menu.getByRole('menuitemcheckbox', item))
        .or(menu.getByRole('menuitemradio', item))
        .click();
    }
    await page.keyboard.press('Escape');
  }

  /** The edge that resizes a column. */
  edge(column: string): Locator {
    return this.grid.getByRole('separator', { name: `Width of ${column}` });
  }

  /** The texts of the column headers, without the checkbox column. */
  async heads(): Promise<string[]> {
    const texts = await this.grid.getByRole('columnheader').allInnerTexts();
    return texts.slice(1).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  get columns(): Grid {
    return {
      heads: this.grid.getByRole('columnheader'),
      cells: this.rows.getByRole('gridcell'),
    };
  }

  /** The letters of the severities, and their dots in the rows. */
  get severityColumns(): Grid {
    return {
      heads: this.grid.getByRole('button', { name: 'L M H C' }).locator('span'),
      cells: this.rows
        .getByRole('img', { name: /low|medium|high|cleared|no severity/ })
        .locator('span'),
      centred: true,
    };
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.root.page().getByText(name, { exact: true }) });
  }

  tick(name: string): Locator {
    return this.row(name).getByRole('checkbox');
  }

  /** Whether a row shows its webhook as enabled. */
  switch(name: string): Locator {
    return this.row(name).getByRole('img', { name: /^(enabled|disabled)$/ });
  }

  async open(name: string): Promise<void> {
    await this.row(name).first().click();
  }

  async menu(item: string): Promise<void> {
    await this.root.getByRole('button', { name: 'More for this installation' }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
  }

  /** Creates a plan for the selected webhooks. */
  async changeChosen(change: 'Enable…' | 'Disable…'): Promise<void> {
    await this.chosen.getByRole('button', { name: change }).click();
  }

  /** Creates a plan for the selected webhooks. */
  async deleteChosen(): Promise<void> {
    await this.moreForChosen.click();
    await this.root.page().getByRole('menuitem', { name: 'Delete…' }).click();
  }

  /** The number of rows, in view or not. */
  async count(): Promise<number> {
    return Number(await this.grid.getAttribute('aria-rowcount')) - 1;
  }
}
