import type { Locator, Page } from '@playwright/test';

/** Edits of several webhooks, with the resulting changes. */
export class EditManyPane {
  readonly root: Locator;
  readonly rows: Locator;
  readonly showSecrets: Locator;
  /** What read-only installations keep. */
  readonly leftOut: Locator;
  readonly add: Locator;
  readonly review: Locator;
  readonly close: Locator;
  /** The number of webhooks that change. */
  readonly summary: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Edit webhooks' });
    this.rows = this.root.locator('[data-row]');
    this.showSecrets = this.root.getByRole('checkbox', { name: 'Show secret values' });
    this.leftOut = this.root.getByRole('list', { name: 'Left out' }).getByRole('listitem');
    this.add = this.root.getByRole('button', { name: 'Add an edit' });
    this.close = this.root.getByRole('button', { name: 'Close the edits' });
    this.review = this.root.getByRole('button', { name: /^Review / });
    this.summary = this.root.getByRole('status').filter({ hasText: 'unchanged' });
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** An edit, counted from 1. */
  edit(place: number): Locator {
    return this.root.getByRole('group', { name: new RegExp(`^Edit ${place}: `) });
  }

  async choose(place: number, kind: string): Promise<void> {
    await this.edit(place).getByRole('combobox', { name: 'What to edit' }).click();
    await this.root.page().getByRole('option', { name: kind, exact: true }).click();
  }

  field(place: number, label: string): Locator {
    return this.edit(place).getByLabel(label, { exact: true });
  }

  filter(name: string): Locator {
    return this.root.getByRole('radio', { name, exact: true });
  }
}
