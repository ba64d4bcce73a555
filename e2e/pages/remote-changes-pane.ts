import type { Locator, Page } from '@playwright/test';

/** Remote changes: the bar over the list, and the details of one change. */
export class RemoteChangesPane {
  readonly bar: Locator;
  readonly filter: Locator;
  readonly allSeen: Locator;
  readonly pane: Locator;
  readonly differences: Locator;
  readonly seen: Locator;
  readonly makeAgain: Locator;
  readonly undo: Locator;
  readonly takeIntoDraft: Locator;
  /** The button in the editor, above the webhook. */
  readonly show: Locator;

  constructor(page: Page) {
    this.bar = page.getByRole('group', { name: 'Changed elsewhere' });
    this.filter = this.bar.getByRole('button', { name: 'Changed elsewhere' });
    this.allSeen = this.bar.getByRole('button', { name: /^Mark (all )?as seen$/ });
    this.pane = page.getByRole('region', { name: 'Changed elsewhere' });
    this.differences = this.pane.getByRole('table');
    this.seen = this.pane.getByRole('button', { name: 'Mark as seen' });
    this.makeAgain = this.pane.getByRole('button', { name: 'Create a draft from it' });
    this.undo = this.pane.getByRole('button', { name: 'Undo…' });
    this.takeIntoDraft = this.pane.getByRole('button', { name: 'Take into draft' });
    this.show = page
      .getByRole('region', { name: 'Editor' })
      .getByRole('button', { name: 'Show the change…' });
  }
}
