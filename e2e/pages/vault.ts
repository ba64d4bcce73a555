import type { Locator, Page } from '@playwright/test';

/** The vault in the window: unlock screen, banner, status bar button and dialogs. */
export class VaultPage {
  readonly page: Page;
  readonly banner: Locator;
  /** Replaces the content of every window while the vault is locked. */
  readonly unlockScreen: Locator;
  readonly placeDialog: Locator;
  readonly changeDialog: Locator;
  /** The addresses of older secrets, until a person confirms them. */
  readonly addresses: Locator;
  readonly confirmAddresses: Locator;

  constructor(page: Page) {
    this.page = page;
    this.banner = page.getByRole('region', { name: 'The vault' });
    this.unlockScreen = page.getByRole('region', { name: 'Unlock the vault' });
    this.placeDialog = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('radiogroup', { name: 'Secret storage' }) });
    this.changeDialog = page.getByRole('dialog', { name: 'Change passphrase' });
    this.addresses = page
      .getByRole('list', { name: 'Addresses of stored secrets' })
      .getByRole('listitem');
    this.confirmAddresses = page.getByRole('button', { name: 'The addresses are right' });
  }

  /** The status bar button with the secret storage. */
  status(text: string | RegExp): Locator {
    return this.page.getByRole('contentinfo').last().getByRole('button', { name: text });
  }

  /** Clicks a button of the banner. */
  async act(name: string): Promise<void> {
    await this.banner.getByRole('button', { name }).click();
  }

  place(name: 'System keychain' | 'Passphrase vault' | 'Memory only'): Locator {
    return this.placeDialog.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  /** The fields and the button for a new passphrase. */
  get newPassphrase(): { first: Locator; again: Locator; keep: Locator } {
    const dialog = this.placeDialog;
    return {
      first: dialog.getByLabel('Passphrase', { exact: true }),
      again: dialog.getByLabel('Repeat passphrase'),
      keep: dialog.getByRole('button', { name: 'Use this passphrase' }),
    };
  }

  /** Chooses a passphrase in the open dialog, and waits until the dialog closes. */
  async choosePassphrase(passphrase: string): Promise<void> {
    const { first, again, keep } = this.newPassphrase;
    await this.place('Passphrase vault').click();
    await first.fill(passphrase);
    await again.fill(passphrase);
    await keep.click();
    await this.placeDialog.waitFor({ state: 'hidden' });
  }

  async changePassphrase(old: string, next: string): Promise<void> {
    const dialog = this.changeDialog;
    await dialog.getByLabel('Current passphrase').fill(old);
    await dialog.getByLabel('New passphrase').fill(next);
    await dialog.getByLabel('Repeat passphrase').fill(next);
    await dialog.getByRole('button', { name: 'Change passphrase' }).click();
  }

  async chooseMemory(): Promise<void> {
    await this.place('Memory only').click();
    await this.placeDialog.getByRole('button', { name: /^Use memory only/ }).click();
    await this.placeDialog.waitFor({ state: 'hidden' });
  }

  get passphrase(): Locator {
    return this.unlockScreen.getByLabel('Passphrase', { exact: true });
  }

  /** Enters a passphrase on the unlock screen. */
  async unlock(passphrase: string): Promise<void> {
    await this.passphrase.fill(passphrase);
    await this.passphrase.press('Enter');
  }
}
