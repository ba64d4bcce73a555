import type { Locator, Page } from '@playwright/test';

/** The banner over the list of an installation that requires a new auth token. */
export class TokenBanner {
  readonly root: Locator;
  readonly newToken: Locator;
  readonly goOn: Locator;
  readonly password: Locator;
  readonly signIn: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Authentication required' });
    this.newToken = this.root.getByLabel('New auth token');
    this.goOn = this.root.getByRole('button', { name: 'Continue' });
    this.password = this.root.getByLabel('Password');
    this.signIn = this.root.getByRole('button', { name: 'Sign in' });
  }
}
