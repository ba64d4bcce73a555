import type { Locator, Page } from '@playwright/test';

/** Changes by others on all installations. `RemoteChangesPane` has the details of one. */
export class ChangesPane {
  readonly root: Locator;
  /** The entry of the sidebar, with the number of changed webhooks. */
  readonly entry: Locator;
  readonly rows: Locator;
  readonly refresh: Locator;
  readonly allSeen: Locator;
  /** Watched installations that could not be read. */
  readonly unread: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Changes', exact: true });
    this.entry = page
      .getByRole('navigation', { name: 'Work' })
      .getByRole('button', { name: /^Changes/ });
    this.rows = this.root.getByRole('list', { name: 'Changes by others' }).getByRole('button');
    this.refresh = this.root.getByRole('button', { name: 'Refresh watched installations' });
    this.allSeen = this.root.getByRole('button', { name: /^Mark (all [\d,]+ )?as seen$/ });
    this.unread = this.root
      .getByRole('list', { name: 'Installations not read' })
      .getByRole('listitem');
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }
}
