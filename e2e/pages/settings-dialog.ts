import type { Locator, Page } from '@playwright/test';

type Place = 'Secrets' | 'Notifications' | 'Appearance' | 'Diagnostics' | 'About';

/** The settings of Hookdesk itself. */
export class SettingsDialog {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('dialog', { name: 'Settings', exact: true });
  }

  async open(place: Place = 'Secrets'): Promise<void> {
    await this.page.keyboard.press('Control+,');
    await this.tab(place).click();
  }

  tab(place: Place): Locator {
    return this.root.getByRole('tab', { name: place });
  }

  panel(place: Place): Locator {
    return this.root.getByRole('tabpanel', { name: place });
  }

  /** On the tab _About_. */
  get updates(): Locator {
    return this.root.getByRole('region', { name: 'Updates' });
  }

  get planNotifications(): Locator {
    return this.root.getByRole('switch', { name: 'Notify me when a plan ends' });
  }

  get changeNotifications(): Locator {
    return this.root.getByRole('switch', { name: 'Notify me when others change webhooks' });
  }

  get pauseNotifications(): Locator {
    return this.root.getByRole('switch', { name: 'Notify me before and after pauses' });
  }

  get singleKeys(): Locator {
    return this.root.getByRole('switch', { name: 'Single-key shortcuts' });
  }

  get autoLock(): Locator {
    return this.root.getByLabel('Lock automatically');
  }

  async chooseAutoLock(label: string): Promise<void> {
    await this.autoLock.click();
    await this.page.getByRole('option', { name: label }).click();
  }

  /** Selects where Hookdesk stores secrets. */
  async keepIn(place: string): Promise<void> {
    await this.root.getByRole('button', { name: `Use for secrets: ${place}` }).click();
  }
}
