import type { Locator } from '@playwright/test';

/** What will be sent, and what came of it. */
export class ReviewTab {
  readonly changes: Locator;
  readonly request: Locator;
  readonly body: Locator;
  readonly showSecrets: Locator;
  readonly exact: Locator;
  readonly publish: Locator;
  readonly identical: Locator;
  readonly conflict: Locator;
  readonly takeNewer: Locator;

  constructor(editor: Locator) {
    this.changes = editor.getByRole('region', { name: 'What changes' });
    this.request = editor.getByRole('region', { name: 'Request' });
    this.body = this.request.getByLabel('Body', { exact: true });
    this.showSecrets = this.request.getByRole('checkbox', { name: 'Show secret values' });
    this.exact = this.request.getByRole('radio', { name: 'Exact' });
    this.publish = editor.getByRole('button', { name: /^Publish to / });
    this.identical = editor.getByText('Published and read back: identical');
    this.conflict = editor.getByText(
      'The webhook was changed on the installation after you began.',
    );
    this.takeNewer = editor.getByRole('button', { name: 'Put my edits on top of it' });
  }

  /** The request body exactly as it is shown before publishing, secrets and all. */
  async exactBody(): Promise<string> {
    await this.exact.click();
    if (await this.showSecrets.isVisible()) await this.showSecrets.check();
    return (await this.body.textContent()) ?? '';
  }
}
