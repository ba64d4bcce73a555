import type { Locator } from '@playwright/test';
import { outsideOf } from '../fixtures/outside.ts';

type Event =
  'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED' | 'First raise' | 'Awkward' | 'Difficult values' | 'Job';

/** What a receiver will get, beside the payload template. */
export class Preview {
  readonly root: Locator;
  readonly said: Locator;
  readonly body: Locator;
  readonly headers: Locator;
  readonly changes: Locator;
  readonly findings: Locator;
  readonly showSecrets: Locator;
  readonly test: Locator;

  constructor(editor: Locator) {
    this.root = editor.getByRole('region', { name: 'Preview' });
    this.said = this.root.getByRole('status');
    this.body = this.root.getByLabel('Body as sent');
    this.headers = this.root.getByRole('list', { name: 'Headers' });
    this.changes = this.root.getByLabel('Current body and body after publishing, line by line');
    this.findings = editor.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    this.showSecrets = this.root.getByRole('checkbox', { name: 'Show secret values' });
    this.test = this.root.getByRole('button', { name: 'Test…' });
  }

  event(name: Event): Locator {
    return this.root.getByRole('radio', { name: new RegExp(`^${name}(, not sent)?$`) });
  }

  async choose(name: Event): Promise<void> {
    await this.event(name).click();
  }

  async show(
    what: 'Body' | 'Request' | 'Changes' | 'Values' | 'Exact' | 'Indented',
  ): Promise<void> {
    await this.root.getByRole('radio', { name: what, exact: true }).click();
  }

  async sideBySide(): Promise<void> {
    await this.root.getByRole('button', { name: 'Show all events side by side' }).click();
  }

  bodyOf(event: Event): Locator {
    return this.root.getByLabel(`Body for ${event}`);
  }

  value(token: string): Locator {
    return this.root.getByLabel(`%${token}%`);
  }

  sampleAgain(token: string): Locator {
    return this.root.getByRole('button', { name: `Revert ${token} to the sample` });
  }

  async rules(title: 'Plain' | 'As observed'): Promise<void> {
    await this.root.getByLabel('Replacement rules').click();
    await this.root.page().getByRole('option', { name: title }).click();
  }

  async copy(item: RegExp): Promise<string> {
    await this.root.getByRole('button', { name: 'Copy', exact: true }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
    return outsideOf(this.root.page()).readClipboard();
  }
}
