import type { Locator, Page } from '@playwright/test';

export interface InstallationInput {
  name?: string;
  baseUrl?: string;
  variant?: 'A' | 'B';
  apiRoot?: string;
  authToken?: string;
}

/** *Add an installation*, and the settings of one. */
export class InstallationDialog {
  readonly root: Locator;
  readonly name: Locator;
  readonly baseUrl: Locator;
  readonly apiRoot: Locator;
  readonly authToken: Locator;
  readonly environment: Locator;
  readonly readOnly: Locator;
  readonly test: Locator;
  readonly add: Locator;
  readonly save: Locator;
  readonly steps: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog');
    this.name = this.root.getByLabel('Name', { exact: true });
    this.baseUrl = this.root.getByLabel('Base URL');
    this.apiRoot = this.root.getByLabel('API root');
    this.authToken = this.root.getByRole('textbox', { name: 'Auth token' });
    this.environment = this.root.getByLabel('Environment');
    this.readOnly = this.root.getByRole('switch', { name: 'Read-only' });
    this.test = this.root.getByRole('button', { name: 'Test connection' });
    this.add = this.root.getByRole('button', { name: 'Add', exact: true });
    this.save = this.root.getByRole('button', { name: 'Save' });
    this.steps = this.root
      .getByRole('list', { name: 'Test of the connection' })
      .getByRole('listitem');
  }

  variant(variant: 'A' | 'B'): Locator {
    return this.root.getByRole('radio', { name: variant, exact: true });
  }

  async fill(input: InstallationInput): Promise<void> {
    if (input.name !== undefined) await this.name.fill(input.name);
    if (input.baseUrl !== undefined) await this.baseUrl.fill(input.baseUrl);
    if (input.variant !== undefined) await this.variant(input.variant).click();
    if (input.apiRoot !== undefined) await this.apiRoot.fill(input.apiRoot);
    if (input.authToken !== undefined) await this.authToken.fill(input.authToken);
  }

  /** What stands under a field. */
  noteOf(field: Locator): Promise<string> {
    return noteOf(field);
  }
}

/** The text that a field is described by. */
export async function noteOf(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby');
  if (id === null) return '';
  return (await field.page().locator(`[id="${id}"]`).textContent())?.trim() ?? '';
}
