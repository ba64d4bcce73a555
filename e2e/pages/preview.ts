import type { Locator } from '@playwright/test';
import { outsideOf } from '../fixtures/outside.ts';

type Event =
  'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED' | 'First raise' | 'Awkward' | 'Difficult values' | 'Job';

/** The preview of the request to the receiver, beside the payload template. */
export class Preview {
  readonly root: Locator;
  /** The select of the event. */
  readonly event: Locator;
  readonly said: Locator;
  readonly body: Locator;
  readonly headers: Locator;
  readonly changes: Locator;
  readonly findings: Locator;
  /** Where findings and preview take turns. */
  readonly findingsTab: Locator;
  readonly showSecrets: Locator;
  readonly test: Locator;

  constructor(editor: Locator) {
    this.root = editor.getByRole('region', { name: 'Preview' });
    this.event = this.root.getByLabel('Event', { exact: true });
    this.said = this.root.getByRole('status');
    this.body = this.root.getByLabel('Body as sent');
    this.headers = this.root.getByRole('list', { name: 'Headers' });
    this.changes = this.root.getByLabel('Current body and body after publishing, line by line');
    this.findings = editor.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    this.findingsTab = editor.getByRole('radio', { name: /^Findings/ });
    this.showSecrets = this.root.getByRole('checkbox', { name: 'Show secret values' });
    this.test = this.root.getByRole('button', { name: 'Test…' });
  }

  async choose(name: Event | 'All events'): Promise<void> {
    await this.#choose(this.event, new RegExp(`^${name}(, not sent)?$`));
  }

  async showFindings(): Promise<void> {
    await this.findingsTab.click();
  }

  async showPreview(): Promise<void> {
    await this.root.page().getByRole('radio', { name: 'Preview', exact: true }).click();
  }

  async show(what: 'Body' | 'Request' | 'Changes' | 'Values'): Promise<void> {
    await this.#choose(this.root.getByLabel('Preview of', { exact: true }), what);
  }

  async #choose(select: Locator, option: string | RegExp): Promise<void> {
    await select.click();
    await this.root.page().getByRole('option', { name: option, exact: true }).click();
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

  /** Chooses an item of the menu *Preview options*. */
  async option(title: 'Plain' | 'As observed' | 'Indented' | 'Exact'): Promise<void> {
    await this.root.getByRole('button', { name: 'Preview options' }).click();
    await this.root.page().getByRole('menuitemradio', { name: title }).click();
  }

  async copy(item: RegExp): Promise<string> {
    await this.root.getByRole('button', { name: 'Copy', exact: true }).click();
    await this.root.page().getByRole('menuitem', { name: item }).click();
    return outsideOf(this.root.page()).readClipboard();
  }
}
