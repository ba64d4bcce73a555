import type { Locator, Page } from '@playwright/test';

/** The pauses, and where else the window shows them. */
export class PausesPane {
  readonly root: Locator;
  readonly items: Locator;
  /** Asks before a pause is forgotten. */
  readonly forgetDialog: Locator;
  /** The entry of the sidebar. */
  readonly entry: Locator;
  /** The line of the status bar. */
  readonly status: Locator;
  /** Above every pane, while a pause is overdue. */
  readonly overdue: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Pauses', exact: true });
    this.items = this.root.getByRole('list', { name: 'Pauses', exact: true }).locator('> li');
    this.forgetDialog = page.getByRole('dialog', { name: 'Forget this pause?' });
    this.entry = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^Pauses/ });
    this.status = page.getByRole('contentinfo').getByRole('button', { name: /\d+ pauses?/ });
    this.overdue = page.getByRole('region', { name: 'Pauses to resume' });
  }

  item(reason: string): Locator {
    return this.items.filter({ hasText: reason });
  }

  resume(reason: string): Locator {
    return this.item(reason).getByRole('button', { name: 'Resume now' });
  }

  async forget(reason: string): Promise<void> {
    await this.item(reason).getByRole('button', { name: 'Forget…' }).click();
    await this.forgetDialog.waitFor();
  }

  /** The mark of a paused webhook in a row or in the editor. */
  markIn(place: Locator): Locator {
    return place.getByText(/^(paused until|pause overdue|not resumed|resuming)/);
  }
}
