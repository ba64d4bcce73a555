import { expect, type Locator, type Page } from '@playwright/test';

export interface InstallationInput {
  name?: string;
  baseUrl?: string;
  variant?: 'A' | 'B';
  apiRoot?: string;
  authToken?: string;
  group?: string;
  environment?: string;
}

/** A file for a file input. */
interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

type Section =
  'Watch for changes' | 'Certificates' | 'Client certificate' | 'Proxy' | 'Limits' | 'Notes';

/** The dialog to add an installation, and to change its settings. */
export class InstallationDialog {
  readonly root: Locator;
  readonly name: Locator;
  readonly baseUrl: Locator;
  readonly pastedAddress: Locator;
  readonly revertAddress: Locator;
  readonly apiRoot: Locator;
  readonly authToken: Locator;
  readonly userName: Locator;
  readonly password: Locator;
  readonly environment: Locator;
  readonly group: Locator;
  readonly notes: Locator;
  readonly readOnly: Locator;
  readonly test: Locator;
  readonly add: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  readonly steps: Locator;
  readonly detect: Locator;
  readonly detection: Locator;
  readonly looks: Locator;
  readonly proposals: Locator;
  readonly lookAtCertificate: Locator;
  readonly trusted: Locator;
  readonly sendOverPlainHttp: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^(Add an installation|Settings of )/ });
    this.name = this.root.getByLabel('Name', { exact: true });
    this.baseUrl = this.root.getByLabel('Base URL', { exact: true });
    this.pastedAddress = this.root.getByRole('status', { name: 'Parsed address' });
    this.revertAddress = this.pastedAddress.getByRole('button', { name: /^Revert/ });
    this.apiRoot = this.root.getByLabel('API root');
    this.authToken = this.root.getByRole('textbox', { name: 'Auth token' });
    this.userName = this.root.getByLabel('User name', { exact: true });
    this.password = this.root.getByLabel('Password', { exact: true });
    this.environment = this.root.getByLabel('Environment');
    this.group = this.root.getByLabel('Group');
    this.notes = this.root.getByRole('textbox', { name: 'Notes' });
    this.readOnly = this.root.getByRole('switch', { name: 'Read-only' });
    this.test = this.root.getByRole('button', { name: 'Test connection' });
    this.add = this.root.getByRole('button', { name: 'Add', exact: true });
    this.save = this.root.getByRole('button', { name: 'Save' });
    this.cancel = this.root.getByRole('button', { name: 'Cancel' });
    this.steps = this.root.getByRole('list', { name: 'Connection test' }).getByRole('listitem');
    this.detect = this.root.getByRole('button', { name: 'Detect', exact: true });
    this.detection = this.root.getByRole('region', { name: 'Detection' });
    this.looks = this.detection
      .getByRole('list', { name: 'Checked addresses' })
      .getByRole('listitem');
    this.proposals = this.detection.getByRole('article');
    this.lookAtCertificate = this.root.getByRole('button', { name: 'View certificate…' });
    this.sendOverPlainHttp = this.root.getByRole('button', { name: 'Send it over plain HTTP' });
    this.trusted = this.root.getByRole('region', { name: 'Trusted for this installation' });
  }

  variant(variant: 'A' | 'B'): Locator {
    return this.root.getByRole('radio', { name: variant, exact: true });
  }

  authentication(kind: 'Auth token' | 'User and password' | 'None'): Locator {
    return this.root
      .getByRole('radiogroup', { name: 'Authentication' })
      .getByRole('radio', { name: kind, exact: true });
  }

  /** The toggle of a collapsible section. */
  section(name: Section): Locator {
    return this.root.locator('summary').filter({ hasText: new RegExp(`^\\s*${name}`) });
  }

  radio(name: string): Locator {
    return this.root.getByRole('radio', { name, exact: true });
  }

  async choose(label: string, file: ChosenFile): Promise<void> {
    await this.root.getByLabel(label).setInputFiles({
      name: file.name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(file.text),
    });
  }

  /** Adds a production installation by keyboard. */
  async addByKeyboard(
    name: string,
    { baseUrl, authToken }: { baseUrl: string; authToken: string },
  ): Promise<void> {
    const { keyboard } = this.root.page();
    await expect(this.name).toBeFocused();
    await keyboard.type(name);
    await keyboard.press('Tab');
    await keyboard.type(baseUrl);
    await this.environment.focus();
    await keyboard.press('Enter');
    await keyboard.type('Prod');
    await keyboard.press('Enter');
    await expect(this.environment).toContainText('Production');
    await this.authToken.focus();
    await keyboard.type(authToken);
    await keyboard.press('Enter');
  }

  async fill(input: InstallationInput): Promise<void> {
    if (input.name !== undefined) await this.name.fill(input.name);
    if (input.baseUrl !== undefined) await this.baseUrl.fill(input.baseUrl);
    if (input.variant !== undefined) await this.variant(input.variant).click();
    if (input.apiRoot !== undefined) await this.apiRoot.fill(input.apiRoot);
    if (input.authToken !== undefined) await this.authToken.fill(input.authToken);
    if (input.group !== undefined) await this.group.fill(input.group);
    // A new installation has no environment, which the form requires.
    if ((await this.environment.textContent())?.includes('Select') === true) {
      await this.selectEnvironment(input.environment ?? 'Production');
    }
  }

  async selectEnvironment(environment: string): Promise<void> {
    await this.environment.click();
    await this.root.page().getByRole('option', { name: environment, exact: true }).click();
  }

  /** @param how such as `Every 5 minutes` */
  async watch(how: string): Promise<void> {
    await this.section('Watch for changes').click();
    await this.root.getByLabel('Interval', { exact: true }).click();
    await this.root.page().getByRole('option', { name: how, exact: true }).click();
  }

  async signInAs(userName: string, password: string): Promise<void> {
    await this.authentication('User and password').click();
    await this.userName.fill(userName);
    await this.password.fill(password);
  }

  /** Pastes text into the base URL. */
  async paste(text: string): Promise<void> {
    await this.baseUrl.evaluate((input, pasted) => {
      (input as HTMLInputElement).focus();
      const event = new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' });
      (input as HTMLInputElement).value = pasted;
      input.dispatchEvent(event);
    }, text);
  }

  /** The note below a field. */
  noteOf(field: Locator): Promise<string> {
    return noteOf(field);
  }
}

/** The text of the element in `aria-describedby`; empty without one. */
export async function noteOf(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby');
  if (id === null) return '';
  return (await field.page().locator(`[id="${id}"]`).textContent())?.trim() ?? '';
}
