import type { Locator, Page } from '@playwright/test';
import type { Grid } from '../fixtures/aligned.ts';

/** The drafts of all installations. */
export class DraftsPane {
  readonly root: Locator;
  readonly rows: Locator;
  readonly search: Locator;
  readonly moving: Locator;
  readonly tickAll: Locator;
  /** The bar of the selected drafts. */
  readonly bar: Locator;
  readonly publishTicked: Locator;
  /** Unfinished plans, above the drafts. */
  readonly undone: Locator;
  /** The button in the sidebar. */
  readonly button: Locator;

  constructor(page: Page) {
    this.button = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^Drafts/ });
    this.root = page.getByRole('region', { name: 'Drafts' });
    const items = this.root.getByRole('listitem');
    this.rows = items.filter({ has: page.getByRole('button', { name: /^More for / }) });
    this.search = this.root.getByRole('searchbox', { name: 'Filter drafts' });
    this.tickAll = this.root.getByRole('checkbox', { name: /^Select all$| selected$/ });
    this.bar = this.root.getByRole('group', { name: 'Selected drafts' });
    this.publishTicked = this.root.getByRole('button', { name: /^Review and publish / });
    this.undone = this.root.getByRole('status').filter({ hasText: /A plan of / });
    this.moving = page.getByRole('dialog', { name: /^Move / });
  }

  get ticks(): Grid {
    return { heads: this.tickAll, cells: this.rows.getByRole('checkbox') };
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.root.page().getByText(name, { exact: true }) });
  }

  async open(name: string): Promise<void> {
    await this.rowButton(name).click();
  }

  /** The button of a row, which takes the keyboard focus. */
  rowButton(name: string): Locator {
    return this.row(name).getByRole('button').first();
  }

  /** The heading line of an installation. */
  head(installation: string): Locator {
    return this.root
      .getByRole('listitem')
      .filter({ has: this.root.page().getByRole('heading', { name: installation }) });
  }

  /** The checkbox for all drafts of an installation. */
  tickOf(installation: string): Locator {
    return this.root.getByRole('checkbox', { name: `All drafts on ${installation}` });
  }

  tick(name: string): Locator {
    return this.root.getByRole('checkbox', { name: new RegExp(`^Select ${name}(,|$)`) });
  }

  /** Selects all drafts of one installation, and no others. */
  async tickOn(installation: string): Promise<void> {
    if (await this.tickAll.isChecked()) await this.tickAll.click();
    await this.tickOf(installation).check();
  }

  async menu(name: string, item: string): Promise<void> {
    await this.root.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
  }

  /** Moves a draft, for example to `globex (B)`, and returns the effects that the dialog lists. */
  async move(name: string, to: string): Promise<string> {
    await this.menu(name, 'Move to another installation…');
    await this.moving.getByLabel('Installation').click();
    await this.root.page().getByRole('option', { name: to }).click();
    const said = await this.moving.getByRole('group', { name: 'Effects of the move' }).innerText();
    await this.moving.getByRole('button', { name: 'Move', exact: true }).click();
    await this.moving.waitFor({ state: 'hidden' });
    return said;
  }
}
