import type { Locator, Page } from '@playwright/test';

/** The sidebar with the installations. */
export class Sidebar {
  readonly root: Locator;
  /** The entry of the current screen, in all sections of the sidebar. */
  readonly current: Locator;
  /** Shows and hides the sidebar. */
  readonly toggle: Locator;
  readonly search: Locator;
  readonly readAll: Locator;
  readonly report: Locator;
  readonly pinned: Locator;
  /** The entries of the pinned searches. */
  readonly pins: Locator;
  /** The announcements for screen readers. */
  readonly said: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('navigation', { name: 'Installations' });
    this.current = page.locator('#sidebar').locator('[aria-current="page"]');
    this.toggle = page.getByRole('button', { name: 'Sidebar', exact: true });
    this.search = this.root.getByRole('searchbox', { name: 'Search installations' });
    this.readAll = this.root.getByRole('button', { name: 'Refresh all' });
    this.report = this.root.getByRole('region', { name: 'Refreshing all installations' });
    this.pinned = page.getByRole('navigation', { name: 'Pinned searches' });
    this.pins = this.pinned.locator('.row-button');
    this.said = this.root.getByRole('status').last();
  }

  /** Opens the sidebar in a narrow window, where it covers the panes. */
  async open(): Promise<void> {
    await this.toggle.click();
    await this.root.waitFor();
  }

  row(name: string): Locator {
    const named = this.root.page().getByText(name, { exact: true });
    return this.root.locator('[data-installation]').filter({ has: named });
  }

  pin(name: string): Locator {
    return this.pinned.getByRole('button', { name, exact: true });
  }

  async menuOfPin(name: string, item: string): Promise<void> {
    await this.pin(name).hover();
    await this.pinned.getByRole('button', { name: `More for the search ${name}` }).click();
    await this.root.page().getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** The list below one heading. */
  section(title: string): Locator {
    return this.root.getByRole('list', { name: title, exact: true });
  }

  /** The names in display order. */
  async names(): Promise<string[]> {
    return this.root.locator('[data-installation] .text > .name-text').allTextContents();
  }

  async menu(name: string, item: string): Promise<void> {
    await this.row(name).hover();
    await this.root.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await this.root.page().getByRole('menuitem', { name: item, exact: true }).click();
  }

  async menuOfAll(item: string): Promise<void> {
    await this.root.getByRole('button', { name: 'More for all installations' }).click();
    await this.root.page().getByRole('menuitem', { name: item, exact: true }).click();
  }
}
